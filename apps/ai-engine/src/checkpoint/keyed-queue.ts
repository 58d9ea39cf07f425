/** Runs the work of one key in the order of the calls, one at a time. Different keys don't wait for each other. */
export class KeyedQueue {
  private readonly tails = new Map<string, Promise<unknown>>();

  /**
   * Runs `act` when all earlier work of `key` has ended, well or badly.
   * `prepared` starts before its turn comes; where it rejects, `act` is not called and the call rejects.
   */
  run<Prepared, Result>(key: string, prepared: Promise<Prepared>, act: (prepared: Prepared) => Promise<Result>): Promise<Result> {
    // Its turn may come late: until then a rejection is nobody's, but not unhandled.
    prepared.catch(noop);
    const result = (this.tails.get(key) ?? Promise.resolve()).then(() => prepared).then(act);
    const tail: Promise<void> = result.then(noop, noop).then(() => {
      if (this.tails.get(key) === tail) this.tails.delete(key);
    });
    this.tails.set(key, tail);
    return result;
  }
}

const noop = (): void => undefined;
