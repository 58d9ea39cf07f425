import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createClient } from '../client.js';
import { CHAT, json, problem, rest, RESUME, STREAM, whole } from '../test/answers.js';
import type { Answer } from '../test/raw-server.js';
import { answer, bytesOf, CARD, RUN } from '../test/runs.js';
import { eventsOf, FAST, numbersOf, useServer } from '../test/use-server.js';

const { server, client } = useServer();
const EVENTS = answer('a', 'b');

/** The Idempotency-Keys of the posts so far. */
const keys = (): unknown[] =>
  server()
    .requests.filter(({ method }) => method === 'POST')
    .map(({ headers }) => headers['idempotency-key']);

it('a request → its members, and no others', async () => {
  server().on(/./, whole(EVENTS));
  const run = client({ userId: 7, headers: { 'x-own': 'a' } })
    .session('a/b')
    .chat('hi', { agent_id: 'talk', on_disconnect: 'continue', idempotencyKey: 'k', onToken: () => undefined });
  await run.result;
  const session = client({ baseUrl: `${server().url}/api/v1/consultations/` }).session('s1');
  await session.resume({ card_id: 'c', answers: { 'a.b': false, c: '' } }).result;
  await session.resume({ answers: [{ field_key: 'a', value: 0, item_id: 'i' }] }).result;
  await session.resume({ card_id: 'c', action: 'cancel' }).result;
  expect(server().requests.map(({ path, body }) => [path, body])).toEqual([
    ['/sessions/a%2Fb/chat', { message: 'hi', agent_id: 'talk', on_disconnect: 'continue' }],
    [
      '/sessions/s1/resume',
      {
        card_id: 'c',
        user_response: {
          answers: [
            { field_key: 'a.b', value: false },
            { field_key: 'c', value: '' },
          ],
        },
      },
    ],
    ['/sessions/s1/resume', { user_response: { answers: [{ field_key: 'a', value: 0, item_id: 'i' }] } }],
    ['/sessions/s1/resume', { card_id: 'c', user_response: { action: 'cancel' } }],
  ]);
  const [{ headers } = { headers: {} }] = server().requests;
  expect(headers).toMatchObject({ 'idempotency-key': 'k', accept: 'text/event-stream', 'x-user-id': '7', 'x-own': 'a' });
  expect(headers).not.toHaveProperty('authorization');
  expect(new Set(keys()).size).toBe(4);
});

describe('a request that was not taken → sent again with the same key, and shown once', () => {
  it.each<[string, Answer]>([
    ['the connection breaks before an answer', (reply) => reply.reset()],
    ['it breaks inside the headers', (reply) => (reply.socket.write('HTTP/1.1 200 OK\r\nX-Run'), reply.reset())],
    ['503', problem(503, 'engine_unavailable')],
    ['429', problem(429, 'rate_limited')],
    ['a proxy says 502', (reply) => reply.html(502)],
    ['a proxy says 504', (reply) => reply.html(504)],
    ['a proxy says 500', (reply) => reply.html(500)],
    ['a proxy says 520', (reply) => reply.html(520)],
    ['200, but a page of HTML', (reply) => reply.html(200)],
    ['200, but nothing', (reply) => reply.head(200).end()],
    ['200, but JSON', json({})],
    ['a stream that breaks off before anything says which run it is', (reply) => reply.stream().end(': keepalive\n\n')],
  ])('%s', async (_, fault) => {
    server().on(/^POST/, whole(EVENTS));
    server().next(fault, fault);
    const run = client().session('s1').resume({ card_id: 'c', answers: {} });
    expect(numbersOf(await eventsOf(run))).toEqual([1, 2, 3, 4]);
    expect(keys()).toHaveLength(3);
    expect(new Set(keys()).size).toBe(1);
    const bodies = server().requests.map(({ body }) => JSON.stringify(body));
    expect(new Set(bodies).size).toBe(1);
  });

  it('no server at all for a while → as soon as it is there', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    const late = createClient({ baseUrl: `http://127.0.0.1:${port}`, retry: { ...FAST, attempts: 1000 } });
    const run = late.session('s1').chat('hi');
    const { server: other } = { server: server() };
    await other.close();
    await other.listen(port);
    other.on(CHAT, whole(EVENTS));
    await expect(run.result).resolves.toMatchObject({ text: 'ab' });
  });

  it('no server → gives up with what is wrong, after as many attempts as allowed', async () => {
    const errors: unknown[] = [];
    const run = createClient({ baseUrl: 'http://127.0.0.1:9', retry: FAST })
      .session('s1')
      .chat('hi', { onError: (error) => errors.push(error) });
    await expect(run.result).rejects.toMatchObject({ name: 'ConnectionError', fault: 'unreachable', attempts: FAST.attempts });
    await expect(eventsOf(run)).rejects.toThrow(/gave up after 4 attempts: no answer/);
    await expect(run.accepted).resolves.toBeUndefined();
    expect(errors).toHaveLength(1);
  });

  it('HTML for good → gives up, and says so', async () => {
    server().on(CHAT, (reply) => reply.html(200));
    await expect(client().session('s1').chat('hi').result).rejects.toMatchObject({
      fault: 'not_parley',
      message: 'gave up after 4 attempts: answered 200 with text/html',
    });
  });

  it('503 for good → gives up with the problem', async () => {
    server().on(CHAT, problem(503, 'store_unavailable'));
    await expect(client().session('s1').chat('hi').result).rejects.toMatchObject({ code: 'store_unavailable', status: 503 });
    expect(server().requests).toHaveLength(FAST.attempts);
  });
});

describe('Retry-After', () => {
  it.each<[string, Answer]>([
    ['seconds in the header', problem(503, 'draining', {}, { 'retry-after': '0.2' })],
    ['seconds in the problem', problem(429, 'rate_limited', { retry_after: 0.2 })],
    ['seconds in the header of a proxy', (reply) => reply.head(503, { 'retry-after': '0.2' }).end('busy')],
  ])('%s → not before', async (_, refusal) => {
    server().on(CHAT, whole(EVENTS));
    server().next(refusal);
    await client().session('s1').chat('hi').result;
    const [first, second] = server().requests;
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(199);
  });

  it('a date → not before', async () => {
    const until = Math.ceil(Date.now() / 1000) * 1000 + 1000;
    server().on(CHAT, whole(EVENTS));
    server().next(problem(503, 'draining', {}, { 'retry-after': new Date(until).toUTCString() }));
    await client().session('s1').chat('hi').result;
    expect(Date.now()).toBeGreaterThanOrEqual(until);
  });

  it('longer than the client waits → the problem, at once', async () => {
    server().on(CHAT, problem(429, 'rate_limited', {}, { 'retry-after': '3600' }));
    await expect(client().session('s1').chat('hi').result).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 3_600_000,
      retryable: true,
    });
    expect(server().requests).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it('a problem → all of it, once', async () => {
    const errors = [{ field_key: 'a', code: 'required', message: 'm' }];
    server().on(RESUME, problem(422, 'answers_invalid', { detail: 'd', errors, card: CARD }));
    const run = client().session('s1').resume({ answers: {} });
    await expect(run.result).rejects.toMatchObject({
      name: 'ProblemError',
      message: 'd',
      status: 422,
      code: 'answers_invalid',
      trace_id: 't1',
      card: CARD,
      errors,
      retryable: false,
    });
    await expect(eventsOf(run)).rejects.toThrow('d');
    expect(server().requests).toHaveLength(1);
  });

  it.each([400, 403, 404, 409, 413])('a page of HTML with %i → an unknown problem, once', async (status) => {
    server().on(CHAT, (reply) => reply.html(status));
    await expect(client().session('s1').chat('hi').result).rejects.toMatchObject({ code: 'unknown', status, errors: [] });
    expect(server().requests).toHaveLength(1);
  });

  it('while a run is followed → the problem, not a success', async () => {
    server().on(CHAT, (reply) => reply.stream(RUN).end(bytesOf(EVENTS.slice(0, 2))));
    server().on(STREAM, problem(404, 'session_not_found'));
    const run = client().session('s1').chat('hi');
    await expect(run.result).rejects.toMatchObject({ code: 'session_not_found' });
    expect(run.text).toBe('a');
  });
});

describe('the token', () => {
  it('asked before every request', async () => {
    let n = 0;
    server().next(problem(503, 'draining'), (reply) => reply.stream(RUN).end(bytesOf(EVENTS.slice(0, 2))), rest(EVENTS));
    await client({ getToken: async () => `token-${++n}` })
      .session('s1')
      .chat('hi').result;
    expect(server().requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
      'Bearer token-3',
    ]);
  });

  it('refused → a fresh one is tried once; the same one is not', async () => {
    const tokens = ['old', 'new'];
    server().next(problem(401, 'unauthorized'), whole(EVENTS), problem(401, 'unauthorized'));
    await client({ getToken: () => tokens.shift() })
      .session('s1')
      .chat('hi').result;
    expect(keys()).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
    const refused = client({ getToken: () => 'same' })
      .session('s1')
      .chat('hi');
    await expect(refused.result).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
    expect(server().requests).toHaveLength(3);
  });

  it('does not come → asked again, and given up as silence', async () => {
    const tokens = [new Promise<string>(() => undefined), Promise.resolve('late')];
    server().on(CHAT, whole(EVENTS));
    await client({ silenceMs: 30, getToken: () => tokens.shift() ?? 'more' })
      .session('s1')
      .chat('hi').result;
    expect(server().requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer late']);
    const never = client({ silenceMs: 30, getToken: () => new Promise(() => undefined) })
      .session('s1')
      .chat('hi');
    await expect(never.result).rejects.toMatchObject({ fault: 'silent' });
    expect(server().requests).toHaveLength(1);
  });

  it('cannot be had → that error, and nothing is sent', async () => {
    const getToken = () => Promise.reject(new Error('signed out'));
    await expect(client({ getToken }).session('s1').chat('hi').result).rejects.toThrow('signed out');
    expect(server().requests).toHaveLength(0);
  });
});
