import { connect } from 'node:net';
import { Body, Controller, Post } from '@nestjs/common';
import { MAX_BODY_BYTES } from '@parley/contracts';
import { ServedController } from '../test/http-calls.js';

@Controller()
class EchoController {
  @Post('echo')
  echo(@Body() body: unknown): unknown {
    return { body };
  }
}

const served = new ServedController(EchoController);
beforeAll(() => served.start());
afterAll(() => served.stop());

const CSV = { 'content-type': 'text/csv' };
const TEXT = { 'content-type': 'text/plain' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const NO_UTF8 = Uint8Array.from('{"a":"\xff"}', (char) => char.charCodeAt(0));

test.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number, string]>([
  ['broken JSON', '{"a":', {}, 400, 'validation_failed'],
  ['a __proto__ key', '{"__proto__":{"a":1}}', {}, 400, 'validation_failed'],
  ['a nested __proto__ key', '{"a":[{"__proto__":1}]}', {}, 400, 'validation_failed'],
  ['a constructor.prototype key', '{"constructor":{"prototype":{}}}', {}, 400, 'validation_failed'],
  ['bytes that are no UTF-8', NO_UTF8, {}, 400, 'validation_failed'],
  ['CSV', 'a,b', CSV, 415, 'unsupported_media_type'],
  ['plain text', '{}', TEXT, 415, 'unsupported_media_type'],
  ['a form', 'a=1', FORM, 415, 'unsupported_media_type'],
  ['one byte too large', JSON.stringify('x'.repeat(MAX_BODY_BYTES - 1)), {}, 413, 'payload_too_large'],
  ['far too large', JSON.stringify('x'.repeat(20 * MAX_BODY_BYTES)), {}, 413, 'payload_too_large'],
])('a body that is %s → a problem', async (_what, body, headers, status, code) => {
  const answer = await served.post('/echo', body, headers);
  expect([answer.status, answer.type]).toEqual([status, 'application/problem+json; charset=utf-8']);
  expect(answer.body).toMatchObject({ status, code, type: `urn:parley:problem:${code}` });
});

test.each<[string, string, unknown]>([
  ['of the very size that is allowed', JSON.stringify('x'.repeat(MAX_BODY_BYTES - 2)), 'x'.repeat(MAX_BODY_BYTES - 2)],
  ['that mentions __proto__ in a value', '{"a":"__proto__"}', { a: '__proto__' }],
  ['with characters of every size', '{"a":"é身🙂"}', { a: 'é身🙂' }],
  ['that is announced as JSON and empty', '', undefined],
])('a body %s → accepted', async (_what, text, body) => {
  const answer = await served.post('/echo', text);
  expect(answer.status).toBe(201);
  expect(answer.body.body).toEqual(body);
});

test('no body and no type → accepted', async () => {
  expect(await served.call('/echo', { method: 'POST' })).toMatchObject({ status: 201, body: {} });
});

test('a client that leaves in the middle of its body → no error in the log', async () => {
  const socket = connect(await served.port(), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.end('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":');
  await served.log.until(({ msg, path }) => msg === 'a request was refused' && path === '/echo');
  expect(served.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});
