import type { ServerResponse } from 'node:http';

/**
 * Aborts when the reader of this response is gone: the response closed before all of it was sent. (The *request* closes as
 * soon as its body was read; that says nothing.) Give it to what feeds the response, so that a source waiting for its next
 * event lets go.
 */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed && !response.writableFinished) gone.abort();
  else
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
  return gone.signal;
}
