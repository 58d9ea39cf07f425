import type { RequestId } from '@modelcontextprotocol/sdk/types.js';

type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/** Called when the stream ended on which the answer to a request was to come, and nothing can bring it any more. */
export type RequestLost = (id: RequestId) => void;

export interface RequestFetch {
  fetch: Fetch;
  /** The answer to a request was read. */
  answered: (id: RequestId) => void;
}

/** How long what came before a stream ended may take to be read. */
const READ_REST_MS = 1000;

/**
 * A fetch for the SDK's transport that knows which request each response stream is for. It tells of streams that end without
 * the answer, except where the server numbers its events: those the SDK resumes. And it hangs up on the stream of a request
 * that was cancelled: a server answers nothing to that, and may leave the stream open for ever.
 */
export function requestFetch(fetch: Fetch, onLost: RequestLost): RequestFetch {
  const unanswered = new Map<RequestId, AbortController>();

  const fetchAnswer = async (id: RequestId, input: string | URL, init: RequestInit): Promise<Response> => {
    const ending = new AbortController();
    unanswered.set(id, ending);
    const signal = AbortSignal.any([...(init.signal ? [init.signal] : []), ending.signal]);
    try {
      const response = await fetch(input, { ...init, signal });
      if (!response.body || !isEventStream(response)) {
        unanswered.delete(id);
        return response;
      }
      const body = watched(response.body, () => {
        if (unanswered.delete(id)) onLost(id);
      });
      return new Response(ReadableStream.from(body), response);
    } catch (error) {
      unanswered.delete(id);
      throw error;
    }
  };

  const hangUp = (id: RequestId): void => {
    unanswered.get(id)?.abort();
    unanswered.delete(id);
  };

  return {
    answered: (id) => unanswered.delete(id),
    fetch: async (input, init = {}) => {
      const { id, method, params } = messageOf(init);
      if (method !== undefined && id !== undefined) return fetchAnswer(id, input, init);
      try {
        return await fetch(input, init);
      } finally {
        if (method === 'notifications/cancelled') hangUp(params?.requestId ?? '');
      }
    },
  };
}

interface SentMessage {
  id?: RequestId;
  method?: string;
  params?: { requestId?: RequestId };
}

const messageOf = ({ method, body }: RequestInit): SentMessage =>
  method === 'POST' && typeof body === 'string' ? (JSON.parse(body) as SentMessage) : {};

const isEventStream = ({ ok, headers }: Response): boolean =>
  ok && (headers.get('content-type') ?? '').startsWith('text/event-stream');

async function* watched(body: ReadableStream<Uint8Array>, onEnd: () => void): AsyncGenerator<Uint8Array> {
  let isResumable = false;
  try {
    for await (const chunk of body) {
      isResumable ||= /(?:^|\n)id:/.test(Buffer.from(chunk).toString('latin1'));
      yield chunk;
    }
  } finally {
    if (!isResumable) setTimeout(onEnd, READ_REST_MS).unref();
  }
}
