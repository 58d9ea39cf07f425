import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { closingFrames, deltaFrame, DONE, errorBody, errorFrame, openingFrames, wholeBody } from './completion-bodies.js';
import type { ModelCall } from './model-call.js';
import { tokensOf, type ModelReply } from './reply.js';

/** A client throws away what it has received and not read when a reset comes: it gets this long to read. */
const READ_BEFORE_RESET_MS = 50;

/** Answers one call as scripted. Throws the reason of `call.left` once the client has left. */
export async function giveReply(res: ServerResponse, call: ModelCall, reply: ModelReply): Promise<void> {
  if (reply.first_ms) await setTimeout(reply.first_ms, undefined, { signal: call.left });
  if (reply.hang) return silence(call);
  call.firstByteAt = Date.now();
  if (reply.status !== undefined) {
    return whole(res, call, reply.status, reply.body ?? errorBody('scripted failure'), reply.headers);
  }
  if (call.view.stream && !reply.one_body) return stream(res, call, reply);

  const tokens: string[] = [];
  for await (const token of tokensOf(reply)) tokens.push(token);
  call.tokensSent = tokens.length;
  return whole(res, call, 200, wholeBody(call.view.model, reply, call.n, tokens), reply.headers);
}

function whole(res: ServerResponse, call: ModelCall, status: number, body: unknown, headers: ModelReply['headers']): void {
  const bytes = Buffer.from(JSON.stringify(body));
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length, ...headers });
  call.finish();
  res.end(bytes);
}

async function stream(res: ServerResponse, call: ModelCall, reply: ModelReply): Promise<void> {
  const { model, includeUsage } = call.view;
  const write = (frame: string) => writeIn(res, call, frame, reply.split_bytes);
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...reply.headers });
  for (const frame of openingFrames(model, reply, call.n)) await write(frame);
  if (breaksHere(call, reply)) return breakOff(res, call, reply);
  for await (const token of tokensOf(reply)) {
    await write(deltaFrame(model, { content: token }));
    call.tokensSent++;
    if (breaksHere(call, reply)) return breakOff(res, call, reply);
    // Also without a pace: a client that leaves must be noticed between two tokens.
    await (reply.pace_ms ? setTimeout(reply.pace_ms, undefined, { signal: call.left }) : setImmediate());
  }
  for (const frame of closingFrames(model, reply, call.tokensSent, includeUsage)) {
    // Before it is written: a client that has read it may leave at once, and has not left early.
    if (frame === DONE) call.finish();
    await write(frame);
  }
  res.end();
}

function breaksHere(call: ModelCall, reply: ModelReply): boolean {
  return [reply.hang_after, reply.reset_after, reply.fin_after, reply.error_after].includes(call.tokensSent);
}

async function breakOff(res: ServerResponse, call: ModelCall, reply: ModelReply): Promise<void> {
  if (reply.hang_after === call.tokensSent) return silence(call);
  if (reply.error_after === call.tokensSent) {
    call.finish();
    res.end(errorFrame(reply.body ?? errorBody('scripted failure')));
    return;
  }
  const socket = res.socket;
  if (reply.fin_after === call.tokensSent) {
    call.finish();
    socket?.end();
    return;
  }
  await setTimeout(READ_BEFORE_RESET_MS, undefined, { signal: call.left });
  call.finish();
  socket?.resetAndDestroy();
}

async function silence(call: ModelCall): Promise<void> {
  if (!call.left.aborted) await once(call.left, 'abort');
}

/** Writes in pieces, one per turn of the event loop, and no faster than the client reads. */
async function writeIn(res: ServerResponse, call: ModelCall, frame: string, pieceBytes: number | undefined): Promise<void> {
  const bytes = Buffer.from(frame);
  const size = pieceBytes || bytes.length;
  for (let at = 0; at < bytes.length; at += size) {
    call.left.throwIfAborted();
    if (!res.write(bytes.subarray(at, at + size))) await once(res, 'drain', { signal: call.left });
    if (size < bytes.length) await setImmediate();
  }
}
