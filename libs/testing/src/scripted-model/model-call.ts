import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { RequestView } from './request-view.js';

/** One request to the scripted model and what became of it. Times are milliseconds since 1970. */
export class ModelCall {
  readonly at = Date.now();
  firstByteAt?: number;
  tokensSent = 0;
  /** The reply was given to its end, or broken off as scripted. */
  finishedAt?: number;
  /** The client left first. */
  abortedAt?: number;
  /** Resolves when one of the two is set. */
  readonly ended: Promise<void>;
  readonly #left = new AbortController();
  #end: () => void = () => undefined;

  constructor(
    /** From 1, in the order of arrival since the last reset. */
    readonly n: number,
    readonly view: RequestView,
    /** The request's body as it came. */
    readonly body: unknown,
    readonly headers: IncomingHttpHeaders,
    res: ServerResponse,
  ) {
    this.ended = new Promise((resolve) => (this.#end = resolve));
    res.once('close', () => {
      if (this.finishedAt === undefined) this.abortedAt = Date.now();
      this.#left.abort();
      this.#end();
    });
  }

  /** Aborted when the connection is gone. */
  get left(): AbortSignal {
    return this.#left.signal;
  }

  /** Does nothing where the client has left already. */
  finish(): void {
    if (this.abortedAt !== undefined) return;
    this.finishedAt ??= Date.now();
    this.#end();
  }
}
