/** Work that goes on once at a time. Asked for meanwhile it is done once more after that, for all who asked: what they want may be new. */
export class OneAtATime {
  #now: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** `work` does not reject. `onDone`: nothing goes on any more, by then. */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly onDone: () => void,
  ) {}

  get isGoingOn(): boolean {
    return this.#now !== undefined;
  }

  begin(): Promise<void> {
    if (this.#now)
      return (this.#next ??= this.#now.then(() => {
        this.#next = undefined;
        return this.begin();
      }));
    this.#now = this.work().finally(() => {
      this.#now = undefined;
      this.onDone();
    });
    return this.#now;
  }
}
