import type { ClientOptions, RetryLimits, Token } from '../client-options.js';
import { onAbort } from '../aborter.js';
import { brokenOff, ConnectionError } from '../connection-error.js';
import { problemOf } from '../problem-of.js';
import { persist } from './persist.js';
import { type Frame, frameReader, wellFormed } from './read-frames.js';
import type { SilenceWatch } from './silence-watch.js';

const JSON_TYPE = 'application/json';

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

  /** The answer to one attempt. Throws ProblemError where it is a refusal, ConnectionError where there is none of this type. */
  async function open({ method, path, query, body, headers }: HttpCall, watch: SilenceWatch, accept: string): Promise<Response> {
    const fetching = options.fetch ?? fetch;
    const { signal } = watch;
    const place = base + path + (query ? `?${String(new URLSearchParams(defined(query)))}` : '');
    /** One that does not come is silence, like everything else that does not come. Having none passes where nothing is changed. */
    const tokenOf = async (): Promise<Token> => {
      try {
        return await Promise.race([getToken?.(), new Promise<Token>((resolve) => onAbort(signal, () => resolve('')))]);
      } catch (cause) {
        throw method ? cause : new ConnectionError('unreachable', undefined, cause, 0);
      }
    };
    const send = (token: Token): Promise<Response> => {
      const all = defined({
        accept,
        'content-type': body && JSON_TYPE,
        'x-user-id': userId,
        authorization: token ? `Bearer ${token}` : undefined,
        ...options.headers,
        ...headers,
      });
      const init: RequestInit = { method, body: JSON.stringify(body), headers: all, cache: 'no-store', signal };
      // What can never be sent is no failure of the connection: throws at once.
      if (!options.fetch) new Request(place, init);
      return fetching(place, init).catch((cause: unknown) => {
        throw new ConnectionError('unreachable', `no answer: ${String(cause)}`, cause);
      });
    };

    const token = await tokenOf();
    let response = await send(token);
    const fresh = response.status === 401 && (await tokenOf());
    if (fresh && fresh !== token) response = await send(fresh);
    watch.heard();
    if (!response.ok) throw await problemOf(response, !method);
    const given = response.headers.get('content-type');
    if (response.status !== 204 && !given?.includes(accept))
      throw new ConnectionError('not_parley', `answered ${response.status} with ${given}`);
    return response;
  }

  async function* frames(call: HttpCall, watch: SilenceWatch, onOpen?: (headers: Headers) => void): AsyncGenerator<Frame, void> {
    const response = await open(call, watch, 'text/event-stream');
    if (!response.body) return brokenOff();
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

  const http: Http = {
    silenceMs,
    limits,
    frames,
    json: async <T>(call: HttpCall, signal?: AbortSignal, patience?: () => AbortSignal) => {
      async function* attempt(watch: SilenceWatch): AsyncGenerator<unknown, void> {
        const response = await open(call, watch, JSON_TYPE);
        const text = await response.text().catch(brokenOff);
        yield call.method === 'DELETE' ? undefined : parse(text);
      }
      let answer: unknown;
      for await (const value of persist(attempt, { ...http, signal, patience })) answer = value;
      return answer as T;
    },
  };
  return http;
}

/** JSON that is ours; anything else is `malformed`. */
export const parse = (text: string): unknown => wellFormed('JSON', () => JSON.parse(text) as unknown);

/** Without the members that have no value: JSON leaves them out. */
const defined = (all: object): Record<string, string> => JSON.parse(JSON.stringify(all)) as Record<string, string>;
