/** An async iterable that the test feeds: what the model says comes exactly when the test wants it. */
export class Gate<T> implements AsyncIterable<T> {
  readonly #items: T[] = [];
  #isOver = false;
  #wake: () => void = () => undefined;

  push(...items: T[]): void {
    this.#items.push(...items);
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for (;;) {
      while (this.#items.length > 0) yield this.#items.shift() as T;
      if (this.#isOver) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
