import type { ClientOptions, RetryLimits, Token } from '../client-options.js';
import { onAbort } from '../aborter.js';
import { ConnectionError } from '../connection-error.js';
import { problemOf } from '../problem-of.js';
import { persist } from './persist.js';
import { type Frame, frameReader, wellFormed } from './read-frames.js';
import type { SilenceWatch } from './silence-watch.js';

export interface HttpCall {
  method?: 'POST' | 'DELETE';
  /** Below the base path. */
  path: string;
  query?: object;
  body?: object;
  headers?: Record<string, string | undefined>;
}

/** Requests to one Parley, as one user. */
export interface Http {
  silenceMs: number;
  limits: RetryLimits;
  /** A call that may be made twice, made until it is answered, or until `patience` aborts. Throws as `persist` does. */
  json: <T>(call: HttpCall, signal?: AbortSignal, patience?: () => AbortSignal) => Promise<T>;
  /**
   * One attempt at an event stream. `onOpen` gets the headers of the answer. Throws ProblemError where it is refused,
   * ConnectionError where it ends: the reader leaves before that.
   */
  frames: (call: HttpCall, watch: SilenceWatch, onOpen?: (headers: Headers) => void) => AsyncGenerator<Frame, void>;
}

export function createHttp(options: ClientOptions): Http {
  const { getToken, userId, silenceMs = 45_000 } = options;
  const limits = { attempts: 10, firstMs: 250, longestMs: 8000, retryAfterMs: 60_000, ...options.retry };
  const base = options.baseUrl.replace(/\/*(api\/v1\/consultations\/*)?$/, '/api/v1/consultations');

  async function send({ method, path, query, body, headers }: HttpCall, watch: SilenceWatch, token: Token): Promise<Response> {
    const { fetch = globalThis.fetch } = options;
    const search = query ? `?${new URLSearchParams(defined(query)).toString()}` : '';
    const all = {
      'content-type': body && 'application/json',
      'x-user-id': userId,
      authorization: token ? `Bearer ${token}` : undefined,
      ...options.headers,
      ...headers,
    };
    const init: RequestInit = {
      method,
      body: JSON.stringify(body),
      headers: defined(all),
      cache: 'no-store',
      signal: watch.signal,
    };
    const place = base + path + search;
    // What can never be sent is no failure of the connection: throws at once.
    if (!options.fetch) new Request(place, init);
    return fetch(place, init).catch((cause: unknown) => {
      throw new ConnectionError('unreachable', `no answer: ${String(cause)}`, cause);
    });
  }

  /** A token that does not come is silence, like everything else that does not come. Failing to get one passes where nothing is changed. */
  const tokenOf = async ({ method }: HttpCall, { signal }: SilenceWatch): Promise<Token> => {
    try {
      const never = new Promise<Token>((resolve) => onAbort(signal, () => resolve('')));
      return await Promise.race([getToken?.(), never]);
    } catch (cause) {
      throw method ? cause : new ConnectionError('unreachable', 'no token', cause, 0);
    }
  };

  async function open(call: HttpCall, watch: SilenceWatch): Promise<Response> {
    const token = await tokenOf(call, watch);
    let response = await send(call, watch, token);
    const fresh = response.status === 401 && (await tokenOf(call, watch));
    if (fresh && fresh !== token) response = await send(call, watch, fresh);
    watch.heard();
    if (!response.ok) throw await problemOf(response, !call.method);
    return response;
  }

  async function* document<T>(call: HttpCall, watch: SilenceWatch): AsyncGenerator<T, void> {
    const response = await open(call, watch);
    const text = await response.text().catch(brokenOff);
    if (response.status !== 204) mustBe(response, 'json');
    yield (text ? parse(text) : undefined) as T;
  }

  async function* frames(call: HttpCall, watch: SilenceWatch, onOpen?: (headers: Headers) => void): AsyncGenerator<Frame, void> {
    const response = await open({ ...call, headers: { accept: 'text/event-stream', ...call.headers } }, watch);
    mustBe(response, 'event-stream');
    onOpen?.(response.headers);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const read = frameReader();
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff);
      if (done) return brokenOff();
      watch.heard();
      yield* read(value);
    }
  }

  return {
    silenceMs,
    limits,
    frames,
    json: async <T>(call: HttpCall, signal?: AbortSignal, patience?: () => AbortSignal) => {
      let answer: T | undefined;
      const how = { limits, silenceMs, signal, patience };
      for await (const value of persist((watch) => document<T>(call, watch), how)) answer = value;
      return answer as T;
    },
  };
}

/** JSON that is ours; anything else is `malformed`. */
export const parse = (text: string): unknown => wellFormed('JSON', () => JSON.parse(text));

/** Without the members that have no value: JSON leaves them out. */
const defined = (all: object): Record<string, string> => JSON.parse(JSON.stringify(all)) as Record<string, string>;

/** Throws where it is not. */
function mustBe({ status, headers }: Response, type: string): void {
  const given = headers.get('content-type');
  if (!given?.includes(type)) throw new ConnectionError('not_parley', `answered ${status} with ${given}`);
}

function brokenOff(cause?: unknown): never {
  throw new ConnectionError('broken_off', 'ended too early', cause);
}
