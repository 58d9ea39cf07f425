import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { after, before, describe, test } from 'node:test';
import { StreamedRun } from './streamed-run.mjs';

const frame = (seq, event, data = {}) => `id: chat-1:${seq}\nevent: ${event}\ndata: ${JSON.stringify({ type: event, data })}\n\n`;
const TOKEN = frame(1, 'token', { text: 'event: preempted' });
const PREEMPTED = frame(2, 'preempted', { reason: 'aborted' });

let server;
let pieces;

before(async () => {
  server = http.createServer(async (request, response) => {
    response.writeHead(200, { 'x-run-id': 'chat-1' });
    for (const piece of pieces) {
      response.write(piece);
      await new Promise(setImmediate);
    }
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => server.close().closeAllConnections());

async function read(...told) {
  pieces = told;
  const run = new StreamedRun({ gateway: 0, sessionId: 's1', name: 'r1' });
  await run.open(`http://127.0.0.1:${server.address().port}/s1`, 50);
  await run.speaking;
  await run.closed;
  return { event: run.terminal?.event, tokensAfter: run.tokensAfter, isSpeaking: run.isSpeaking };
}

describe('a stream that is stopped', () => {
  test('it ends with `preempted` → nothing came after it', async () => {
    assert.deepEqual(await read(TOKEN, TOKEN, PREEMPTED), { event: 'preempted', tokensAfter: 0, isSpeaking: true });
  });

  test('tokens come after it, in the same piece and in a later one → they are counted', async () => {
    assert.deepEqual(await read(TOKEN, PREEMPTED + TOKEN, TOKEN), { event: 'preempted', tokensAfter: 2, isSpeaking: true });
  });

  test('its frames come in pieces of one byte → the same', async () => {
    const told = await read(...(TOKEN + PREEMPTED + TOKEN));
    assert.deepEqual(told, { event: 'preempted', tokensAfter: 1, isSpeaking: true });
  });

  test('it breaks off → there is no terminal event', async () => {
    assert.deepEqual(await read(TOKEN), { event: undefined, tokensAfter: 0, isSpeaking: true });
  });

  test('it ends before its first token → nobody waits for that', async () => {
    assert.deepEqual(await read(frame(1, 'error')), { event: 'error', tokensAfter: 0, isSpeaking: false });
  });
});
