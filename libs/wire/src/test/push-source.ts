/** A source that a spec feeds by hand. Like a socket, and unlike a generator, its `return()` is heard while a `next()` waits. */
export class PushSource<T> implements AsyncIterableIterator<T> {
  pulls = 0;
  returns = 0;
  #waiting: { resolve: (result: IteratorResult<T, undefined>) => void; reject: (error: Error) => void } | undefined;
  #queue: (IteratorResult<T, undefined> | Error)[] = [];
  #onPull: (() => void) | undefined;

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    this.pulls += 1;
    this.#onPull?.();
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#settle();
    });
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.returns += 1;
    return Promise.resolve({ done: true, value: undefined });
  }

  push(value: T): void {
    this.#add({ done: false, value });
  }

  end(): void {
    this.#add({ done: true, value: undefined });
  }

  fail(error: Error): void {
    this.#add(error);
  }

  /** Resolves at the next `next()`, or at once where one waits already. */
  pulled(): Promise<void> {
    return this.#waiting ? Promise.resolve() : new Promise((resolve) => (this.#onPull = resolve));
  }

  #add(entry: IteratorResult<T, undefined> | Error): void {
    this.#queue.push(entry);
    this.#settle();
  }

  #settle(): void {
    if (!this.#waiting) return;
    const entry = this.#queue.shift();
    if (entry === undefined) return;
    const { resolve, reject } = this.#waiting;
    this.#waiting = undefined;
    if (entry instanceof Error) reject(entry);
    else resolve(entry);
  }
}

export async function* sourceOf<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  yield* items;
}

/** Everything the stream gave, and the failure it ended with, if it did. */
export async function collect<T>(stream: AsyncIterable<T>): Promise<{ items: T[]; error?: unknown }> {
  const items: T[] = [];
  try {
    for await (const item of stream) items.push(item);
    return { items };
  } catch (error) {
    return { items, error };
  }
}
