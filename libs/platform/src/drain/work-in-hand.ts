/** Counts what has begun and not ended. */
export class WorkInHand {
  private count = 0;
  private waiting: (() => void)[] = [];

  begin(): void {
    this.count += 1;
  }

  finish(): void {
    this.count -= 1;
    if (this.count > 0) return;
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Resolves as soon as nothing is in hand. */
  idle(): Promise<void> {
    return this.count === 0 ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
  }
}
