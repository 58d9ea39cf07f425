import { Interruption } from './interruption.js';

const RETURNED = Symbol('returned');
const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * Runs `body`, a plain async generator over its input, as a decorator of `source`, such that leaving it reaches the source
 * at once. (A bare generator queues `return()` behind a waiting `next()`: for ever, where the source is silent.)
 * When `return()` meets a waiting `next()`, that `next()` answers done and the source's `return()` is called once. The
 * body sees its input end, not fail, so that one which reports failures reports none; what it still yields or throws is
 * dropped, and its `finally` blocks run. `throw(error)` does the same, then rejects with the error.
 */
export function decorate<In, Out>(
  source: AsyncIterable<In>,
  body: (input: AsyncIterable<In>) => AsyncGenerator<Out, void>,
): AsyncIterableIterator<Out> {
  return new Decorated(source[Symbol.asyncIterator](), body);
}

/** One item in, one item out: how encoders turn batches into text. */
export function mapEach<In, Out>(source: AsyncIterable<In>, map: (item: In) => Out): AsyncIterableIterator<Out> {
  return decorate(source, async function* (input) {
    for await (const item of input) yield map(item);
  });
}

class Decorated<In, Out> implements AsyncIterableIterator<Out> {
  readonly #output: AsyncGenerator<Out, void>;
  readonly #waits = new Interruption<typeof RETURNED>();
  #sourceOver = false;

  constructor(
    private readonly source: AsyncIterator<In>,
    body: (input: AsyncIterable<In>) => AsyncGenerator<Out, void>,
  ) {
    const input: AsyncIterator<In> = { next: () => this.#pull(), return: () => this.#returnSource() };
    this.#output = body({ [Symbol.asyncIterator]: () => input });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Out, undefined>> {
    try {
      const result = await this.#output.next();
      return result.done || this.#isLeft ? DONE : result;
    } catch (error) {
      if (this.#isLeft) return DONE;
      throw error;
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#waits.interrupt(RETURNED);
    await Promise.all([this.#returnSource(), this.#output.return()]);
    return DONE;
  }

  async throw(error: unknown): Promise<never> {
    await this.return();
    throw error;
  }

  get #isLeft(): boolean {
    return this.#waits.reason !== undefined;
  }

  async #pull(): Promise<IteratorResult<In>> {
    if (this.#isLeft) return DONE;
    try {
      const result = await this.#waits.race(this.source.next());
      if (result === RETURNED) return DONE;
      if (result.done) this.#sourceOver = true;
      return result;
    } catch (error) {
      // An iterator whose `next()` failed is over: nothing is left to return.
      this.#sourceOver = true;
      throw error;
    }
  }

  async #returnSource(): Promise<IteratorReturnResult<undefined>> {
    if (!this.#sourceOver) {
      this.#sourceOver = true;
      await this.source.return?.();
    }
    return DONE;
  }
}
