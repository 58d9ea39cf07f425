import { cardOf } from '@parley/testing';
import type { OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { steps } from './test/asks.js';
import { problemOf } from './test/refusal.js';
import { newSession, ONE_EACH, TRANSPORTS, useStack } from './test/use-stack.js';
import { anyText, having, textLike } from './test/matchers.js';

const stack = useStack({ gateways: ONE_EACH });

interface Refused {
  call: [method: string, path: string];
  body?: unknown;
  headers?: OutgoingHttpHeaders;
  expect: string;
  /** What is at fault, where the problem lists it. */
  path?: string;
}

const CHAT: Refused['call'] = ['POST', '/sessions/{new}/chat'];
const chat = (body: unknown, code: string, path?: string, headers?: OutgoingHttpHeaders): Refused => ({
  call: CHAT,
  body,
  expect: code,
  path,
  headers,
});
const bad = '400 validation_failed';
const answers = { user_response: { answers: [{ field_key: 'k', value: 1 }] } };

const CASES: Record<string, Refused> = {
  'no body': chat(undefined, bad),
  'broken JSON': chat('{"message":', bad),
  'JSON that is no object': chat('[]', bad),
  'bytes that are no UTF-8': chat(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), bad),
  'a key of the prototype': chat('{"message":"x","__proto__":{"a":1}}', bad),
  'no message': chat({}, bad, 'message'),
  'an empty message': chat({ message: '' }, bad, 'message'),
  'a message that is no text': chat({ message: 1 }, bad, 'message'),
  'a message of 32,001 characters': chat({ message: 'x'.repeat(32_001) }, bad, 'message'),
  'a misspelt policy': chat({ message: 'x', on_active_turns: 'reject' }, bad, 'on_active_turns'),
  'an unknown policy': chat({ message: 'x', on_active_turn: 'stop' }, bad, 'on_active_turn'),
  'stream that is no boolean': chat({ message: 'x', stream: 'false' }, bad, 'stream'),
  'an empty user': chat({ message: 'x', user_id: '' }, bad, 'user_id'),
  'a user that is no integer': chat({ message: 'x', user_id: 1.5 }, bad, 'user_id'),
  'a user that JSON would round': chat('{"message":"x","user_id":9007199254740993}', bad, 'user_id'),
  'an empty user in the header': chat({ message: 'x' }, bad, undefined, { 'x-user-id': '' }),
  'an agent that is not there': chat({ message: 'x', agent_id: 'nobody' }, '404 agent_not_found'),
  'an Idempotency-Key that is none': chat({ message: 'x' }, bad, 'idempotency-key', { 'idempotency-key': ' ' }),
  'an Idempotency-Key too long': chat({ message: 'x' }, bad, 'idempotency-key', { 'idempotency-key': 'k'.repeat(257) }),
  'a body of more than 256 KiB': chat({ message: 'x', user_id: 'y'.repeat(262_144) }, '413 payload_too_large'),
  'a body that is no JSON by its type': chat('message=x', '415 unsupported_media_type', undefined, {
    'content-type': 'text/plain',
  }),
  'a form': chat('message=x', '415 unsupported_media_type', undefined, { 'content-type': 'application/x-www-form-urlencoded' }),
  'a session id with a slash': { call: ['POST', '/sessions/a%2Fb/chat'], body: { message: 'x' }, expect: bad },
  'a session id with a colon': { call: ['POST', '/sessions/a:b/chat'], body: { message: 'x' }, expect: bad },
  'a session id of 129 characters': { call: ['POST', `/sessions/${'x'.repeat(129)}/chat`], body: { message: 'x' }, expect: bad },
  'resume of an unknown session': { call: ['POST', '/sessions/{new}/resume'], body: answers, expect: '404 session_not_found' },
  'resume without a body': { call: ['POST', '/sessions/{new}/resume'], expect: bad },
  'pending_card of an unknown session': { call: ['GET', '/sessions/{new}/pending_card'], expect: '404 session_not_found' },
  'messages of an unknown session': { call: ['GET', '/sessions/{new}/messages'], expect: '404 session_not_found' },
  'stream of an unknown session': { call: ['GET', '/sessions/{new}/stream'], expect: '404 session_not_found' },
  'abort of an unknown session': { call: ['POST', '/sessions/{new}/abort'], body: {}, expect: '404 session_not_found' },
  'an unknown session': { call: ['GET', '/sessions/{new}'], expect: '404 session_not_found' },
  'deleting an unknown session': { call: ['DELETE', '/sessions/{new}'], expect: '404 session_not_found' },
  'abort of a run that can be none': {
    call: ['POST', '/sessions/{new}/abort'],
    body: { run_id: 'x' },
    expect: bad,
    path: 'run_id',
  },
  'a session with an unknown agent': { call: ['POST', '/sessions'], body: { agent_id: 'nobody' }, expect: '404 agent_not_found' },
  'a session with a bad id': { call: ['POST', '/sessions'], body: { session_id: 'a b' }, expect: bad, path: 'session_id' },
  'a session with metadata that is no object': {
    call: ['POST', '/sessions'],
    body: { metadata: [1] },
    expect: bad,
    path: 'metadata',
  },
  'a list of 0': { call: ['GET', '/sessions?limit=0'], expect: bad, path: 'limit' },
  'a list of 101': { call: ['GET', '/sessions?limit=101'], expect: bad, path: 'limit' },
  'a list of many': { call: ['GET', '/sessions?limit=many'], expect: bad, path: 'limit' },
  'a list from nowhere': { call: ['GET', '/sessions?cursor=nowhere'], expect: bad, path: 'cursor' },
  'a query that is unknown': { call: ['GET', '/sessions?order=title'], expect: bad, path: 'order' },
};

describe.each(TRANSPORTS.map((transport, index) => ({ transport, index })))(
  'refused over $transport, before any byte of a stream',
  ({ index }) => {
    const gateway = () => stack().gateway(index);

    test.each(Object.entries(CASES))(
      '%s → a problem document; nothing was begun',
      async (_what, { call: [method, path], body, headers, expect: expected, path: fault }) => {
        const session = newSession();
        const reply = await gateway().send(method, path.replace('{new}', session), body, {
          accept: 'text/event-stream',
          ...headers,
        });
        const problem = problemOf(reply);
        expect(`${problem.status} ${problem.code}`).toBe(expected);
        if (fault) expect(problem.errors).toContainEqual(having({ path: fault, message: anyText }));
        expect(reply.text).not.toMatch(/event:|node_modules|\.ts|redis/i);
        expect(problemOf(await gateway().send('GET', `/sessions/${session}`)).code).toBe('session_not_found');
      },
    );

    test('a running turn and on_active_turn: reject → 409 turn_active; the turn goes on', async () => {
      const session = newSession();
      stack().effects.hold(`${session}/pause`);
      const stream = await gateway().chat(session, steps('a', { wait: 'pause' }, 'b'), { agent_id: 'steps' });
      await stream.shown('a');
      const reply = await gateway().send('POST', `/sessions/${session}/chat`, { message: 'x', on_active_turn: 'reject' });
      expect(problemOf(reply)).toMatchObject({ status: 409, code: 'turn_active' });
      stack().effects.release(`${session}/pause`);
      expect((await stream.finished()).text).toBe('ab');
    });

    test('stream: false → refused in the same way', async () => {
      const session = newSession();
      const card = cardOf(await gateway().ask(session, 'hi', { agent_id: 'ask' }));
      const reply = await gateway().send('POST', `/sessions/${session}/chat`, { message: 'x', stream: false });
      expect(problemOf(reply)).toMatchObject({ status: 409, code: 'card_pending', card });
    });

    test('the trace id of a request → is that of its problem', async () => {
      const trace = '0af7651916cd43dd8448eb211c80319c';
      const reply = await gateway().send('GET', `/sessions/${newSession()}`, undefined, { 'x-trace-id': trace });
      expect(problemOf(reply).trace_id).toBe(trace);
    });

    test('a route that is not there → 404 as a problem document', async () => {
      for (const path of ['/nowhere', '//nowhere']) {
        const reply = await gateway().send('GET', path);
        expect([reply.status, reply.headers['content-type']]).toEqual([404, textLike(/^application\/problem\+json/)]);
      }
    });

    test('a body of 50 KB in two packets → is read whole, and its sender counts as there to the end', async () => {
      const session = newSession();
      const body = Buffer.from(JSON.stringify({ message: '字'.repeat(17_000), agent_id: 'talk' }));
      const head = `POST /api/v1/consultations/sessions/${session}/chat HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      const socket = connect(gateway().port, '127.0.0.1');
      socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, 20_000)]));
      // By the time another request was answered the first packet was read.
      await gateway().sessions();
      socket.write(body.subarray(20_000));
      const answer = Buffer.concat(await socket.toArray()).toString();
      expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
      expect(answer).toContain('event: end');
      expect(answer).not.toContain('event: preempted');
    });
  },
);
