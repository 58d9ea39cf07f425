import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  contentChunk,
  DONE,
  finishChunk,
  roleChunk,
  usageChunk,
  type CompletionHead,
  type FinishReason,
  type Usage,
} from './chunks.js';

export interface Streamed {
  head: CompletionHead;
  tokens: readonly string[];
  reason: FinishReason;
  /** Present: sent before the end. */
  usage?: Usage;
  paceMs: number;
  /** Aborted when the client has left. */
  signal: AbortSignal;
  /** Called after each token. */
  onToken: () => void;
}

/** Writes one frame per token, at the pace and no faster than the client reads. Throws the signal's reason once the client has left. */
export async function streamCompletion(res: ServerResponse, streamed: Streamed): Promise<void> {
  const { head, tokens, reason, usage, paceMs, signal, onToken } = streamed;
  const write = async (frame: string) => {
    signal.throwIfAborted();
    if (!res.write(frame)) await once(res, 'drain', { signal });
  };

  res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  await write(roleChunk(head));
  for (const token of tokens) {
    // Also without a pace: a client that leaves must be noticed between two tokens.
    await (paceMs > 0 ? setTimeout(paceMs, undefined, { signal }) : setImmediate());
    await write(contentChunk(head, token));
    onToken();
  }
  await write(finishChunk(head, reason));
  if (usage) await write(usageChunk(head, usage));
  await write(DONE);
  res.end();
}
