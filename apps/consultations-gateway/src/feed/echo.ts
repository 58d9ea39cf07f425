/** Says something on a channel now and then, and knows whether it was heard. */
export class Echo {
  private count = 0;
  private said?: string;
  private lastHeard?: string;

  constructor(
    readonly channel: string,
    private readonly publish: (text: string) => Promise<unknown>,
  ) {}

  heard(text: string): void {
    this.lastHeard = text;
  }

  /** Whether what was said the last time has been heard; says the next. What could not be said need not be heard. */
  check(): boolean {
    const wasHeard = this.said === undefined || this.said === this.lastHeard;
    const text = String((this.count += 1));
    this.said = undefined;
    this.publish(text).then(
      () => (this.said = text),
      () => undefined,
    );
    return wasHeard;
  }

  /** What was said the last time may be lost. */
  forget(): void {
    this.said = undefined;
  }
}
