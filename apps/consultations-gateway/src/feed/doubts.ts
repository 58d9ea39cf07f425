/**
 * What keeps somebody from being sure that they know how things are. Where that lasts too long, whatever the reasons, they are
 * told why, and again each time it has lasted as long once more.
 */
export class Doubts {
  private readonly reasons = new Map<unknown, unknown>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly limitMs: number,
    private readonly onTooLong: (error: unknown) => void,
  ) {}

  raise(reason: unknown, error: unknown): void {
    this.reasons.set(reason, error);
    this.timer ??= this.start();
  }

  settle(reason: unknown): void {
    this.reasons.delete(reason);
    if (this.reasons.size === 0) this.clear();
  }

  clear(): void {
    this.reasons.clear();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private start(): NodeJS.Timeout {
    return setTimeout(() => {
      this.timer = this.start();
      const [error] = this.reasons.values();
      this.onTooLong(error);
    }, this.limitMs).unref();
  }
}
