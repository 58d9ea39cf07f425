import type { ServerResponse } from 'node:http';
import { Interruption } from '../stream/interruption.js';
import { type StartTimer, startTimer as realTimer } from '../stream/start-timer.js';

/** Why nobody takes the stream any more: the reader left, or it took nothing for too long. */
export type Cut = 'gone' | 'stalled';

export interface OutletOptions {
  /** How long a reader may take nothing while something waits for it. */
  stalledMs: number;
  /** Aborted = nobody wants the stream any more; it is cut as if its reader had left. */
  signal?: AbortSignal;
  startTimer?: StartTimer;
}

/** So that a slow reader of one large chunk is seen to take it piece by piece. */
const PIECE_BYTES = 64 * 1024;

/**
 * A response as its writer sees it: takes chunks at the reader's pace, and says once why no more are taken. Its listeners
 * stay on the response until `release()`, one per event however long the stream is.
 */
export class Outlet {
  readonly #cuts = new Interruption<Cut>();
  readonly #startTimer: StartTimer;
  #progress: (() => void) | undefined;
  #ending = false;
  #flushed = false;

  constructor(
    private readonly response: ServerResponse,
    private readonly options: OutletOptions,
  ) {
    this.#startTimer = options.startTimer ?? realTimer;
    response.on('drain', this.#onDrain).on('finish', this.#onFinish).on('close', this.#onGone).on('error', this.#onGone);
    options.signal?.addEventListener('abort', this.#onGone);
    if (response.destroyed || options.signal?.aborted) this.#onGone();
  }

  /** Settles as the promise does, or with the cut as soon as there is one. */
  race<T>(promise: PromiseLike<T>): Promise<T | Cut> {
    return this.#cuts.race(promise);
  }

  /** Resolves when the reader may have more. */
  async write(chunk: string): Promise<Cut | undefined> {
    // A UTF-16 unit is at most three bytes of UTF-8.
    if (chunk.length * 3 <= PIECE_BYTES) return this.#writePiece(chunk);
    const bytes = Buffer.from(chunk);
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      const cut = await this.#writePiece(bytes.subarray(from, from + PIECE_BYTES));
      if (cut) return cut;
    }
    return undefined;
  }

  /** Ends the response; resolves when the system has all of it. */
  async end(): Promise<Cut | undefined> {
    if (this.#cuts.reason) return this.#cuts.reason;
    this.#ending = true;
    this.response.end();
    while (!this.#flushed) {
      const cut = await this.#waitForProgress();
      if (cut) return cut;
    }
    return undefined;
  }

  release(): void {
    const { response, options } = this;
    response.off('drain', this.#onDrain).off('finish', this.#onFinish).off('close', this.#onGone).off('error', this.#onGone);
    options.signal?.removeEventListener('abort', this.#onGone);
  }

  async #writePiece(piece: string | Uint8Array): Promise<Cut | undefined> {
    if (this.#cuts.reason) return this.#cuts.reason;
    return this.response.write(piece) ? undefined : this.#waitForProgress();
  }

  async #waitForProgress(): Promise<Cut | undefined> {
    const progress = new Promise<undefined>((resolve) => (this.#progress = () => resolve(undefined)));
    const stop = this.#startTimer(this.options.stalledMs, () => this.#cuts.interrupt('stalled'));
    try {
      return await this.#cuts.race(progress);
    } finally {
      stop();
    }
  }

  readonly #onDrain = (): void => this.#progress?.();

  readonly #onFinish = (): void => {
    // Where somebody else ended the response, the rest of the stream has nowhere to go: its close tells.
    this.#flushed = this.#ending;
    this.#progress?.();
  };

  readonly #onGone = (): void => {
    if (!this.#flushed) this.#cuts.interrupt('gone');
  };
}
