/**
 * Lets one wait at a time be cut short. Unlike `Promise.race` against a promise that lives as long as the stream, it keeps
 * nothing per wait, so a stream of a million items costs no memory.
 */
export class Interruption<Reason> {
  #reason: Reason | undefined;
  #cut: ((reason: Reason) => void) | undefined;

  /** Why waits are cut short; absent while they are not. */
  get reason(): Reason | undefined {
    return this.#reason;
  }

  /** Settles as the promise does, or with the reason as soon as there is one. What the promise does later, failing included, is then ignored. */
  race<T>(promise: PromiseLike<T>): Promise<T | Reason> {
    return new Promise((resolve, reject) => {
      promise.then(resolve, reject);
      if (this.#reason === undefined) this.#cut = resolve;
      else resolve(this.#reason);
    });
  }

  /** Cuts the present wait and every later one short. The first reason stays. */
  interrupt(reason: Reason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#cut?.(reason);
    this.#cut = undefined;
  }
}
