import { ConnectionError } from '@parley/client';

/** What a proxy says for a server that is not there. */
const AWAY = [502, 503, 504];
const FEED = /\/feed(?:\?|$)/;

/**
 * Whether the server is there, as far as requests tell. That it is away is learnt from the feed alone: it is asked for again and
 * again, so that the page also learns when the server is back. Any answer says that it is there.
 */
export class ServerReach {
  #isAway = false;
  readonly #listeners = new Set<() => void>();

  constructor(private readonly send: typeof fetch = (input, init) => fetch(input, init)) {}

  /** To be used instead of the platform's. */
  readonly fetch: typeof fetch = async (input, init) => {
    const isFeed = FEED.test(typeof input === 'string' ? input : input instanceof URL ? input.href : input.url);
    try {
      const response = await this.send(input, init);
      const isThere = !AWAY.includes(response.status);
      if (isThere || isFeed) this.#learn(!isThere);
      return response;
    } catch (error) {
      // A page that wants no feed any more has learnt nothing; one that has waited for too long has.
      const isLeft = init?.signal?.aborted && !(init.signal.reason instanceof ConnectionError);
      if (isFeed && !isLeft) this.#learn(true);
      throw error;
    }
  };

  readonly isAway = (): boolean => this.#isAway;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #learn(isAway: boolean): void {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    for (const listener of this.#listeners) listener();
  }
}
