import { createClient } from '../client.js';
import { CHAT, rest, STREAM, whole } from '../test/answers.js';
import { answer, begun, bytesOf, end, numbered, OTHER_RUN, replay, RUN, token } from '../test/runs.js';
import { eventsOf, FAST, numbersOf, useServer } from '../test/use-server.js';

// A connection for each place at which bytes are cut.
jest.setTimeout(30_000);

const { server, client } = useServer();

const EVENTS = answer('Hel', 'lo 身', '🙂', ' world');
const TEXT = 'Hello 身🙂 world';
const RECEIVED = EVENTS.map((event) => ({ ...event, runId: RUN }));
const chat = () => client().session('s1').chat('hi');

describe('the bytes of a run', () => {
  it('in packets cut at every place → each event once, in order', async () => {
    const bytes = Buffer.from(`: keepalive\n\n${bytesOf(EVENTS)}`);
    for (let at = 1; at < bytes.length; at++) {
      server().next((reply) => reply.stream(RUN).write(bytes.subarray(0, at), bytes.subarray(at)));
      expect(await eventsOf(chat())).toEqual(RECEIVED);
    }
    expect(server().requests).toHaveLength(bytes.length - 1);
  });

  it('one by one → the same', async () => {
    server().next((reply) => reply.stream(RUN).write(...[...Buffer.from(bytesOf(EVENTS))].map((byte) => Uint8Array.of(byte))));
    expect(await eventsOf(chat())).toEqual(RECEIVED);
  });

  it('reset at every place → the run is followed from the last event, each event comes once', async () => {
    const bytes = Buffer.from(bytesOf(EVENTS));
    server().on(STREAM, rest(EVENTS));
    for (let at = 0; at < bytes.length; at += 3) {
      server().next(async (reply) => {
        await reply.stream(RUN).write(bytes.subarray(0, at));
        reply.reset();
      });
      const run = chat();
      expect(await eventsOf(run)).toEqual(RECEIVED);
      expect(run.text).toBe(TEXT);
    }
    const posts = server().requests.filter(({ method }) => method === 'POST');
    expect(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(posts.length);
    expect(posts).toHaveLength(Math.ceil(bytes.length / 3));
  });

  it('ended after each event, as if all was well → no success before the terminal event', async () => {
    server().on(CHAT, (reply) => reply.stream(RUN).end(bytesOf(EVENTS.slice(0, 1))));
    server().on(STREAM, (reply, { headers }) => {
      const after = Number(String(headers['last-event-id']).split(':')[1]);
      reply.stream(RUN).end(replay(after + 1, 6) + bytesOf(EVENTS.slice(after, after + 1)));
    });
    expect(await eventsOf(chat())).toEqual(RECEIVED);
    const ids = server()
      .requests.slice(1)
      .map(({ path, headers }) => [path, headers['last-event-id']]);
    expect(ids).toEqual([1, 2, 3, 4, 5].map((seq) => [`/sessions/s1/stream?run_id=${RUN}`, `${RUN}:${seq}`]));
  });
});

describe('a stream that is at fault → what was there before is kept, the run is followed from there', () => {
  const [first, second, , fourth] = EVENTS;
  const frame = (seq: number, data: string, name = 'token'): string => `id: ${RUN}:${seq}\nevent: ${name}\ndata: ${data}\n\n`;
  it.each([
    ['an event is missing', bytesOf([fourth!])],
    ['a payload that is no JSON', frame(3, '{"type":"token","data":')],
    ['a payload that is null', frame(3, 'null')],
    ['a payload without data', frame(3, '{"type":"token"}')],
    ['name and type that differ', frame(3, '{"type":"card","data":{}}')],
    ['an id that is none', 'id: 3\nevent: token\ndata: {"type":"token","data":{"text":"x"}}\n\n'],
    ['an event of another run', bytesOf([{ ...token('x'), seq: 3 }], OTHER_RUN)],
  ])('%s', async (_, fault) => {
    server().on(CHAT, async (reply) => {
      await reply.stream(RUN).write(bytesOf([first!, second!]));
      await reply.write(fault, bytesOf(numbered(begun(), token('never'), end()).slice(2)));
    });
    server().on(STREAM, rest(EVENTS));
    expect(await eventsOf(chat())).toEqual(RECEIVED);
    const back = await server().nth(1, STREAM);
    expect(back.headers['last-event-id']).toBe(`${RUN}:2`);
  });

  it('bytes that are not UTF-8', async () => {
    server().on(CHAT, (reply) => reply.stream(RUN).write(bytesOf([first!, second!]), Uint8Array.of(0x64, 0xff, 0x0a)));
    server().on(STREAM, rest(EVENTS));
    expect(await eventsOf(chat())).toEqual(RECEIVED);
  });

  it('a fault that comes again each time → gives up with what it is', async () => {
    server().on(CHAT, (reply) => reply.stream(RUN).end(bytesOf(EVENTS.slice(0, 1))));
    server().on(STREAM, (reply) => reply.stream(RUN).end(`${replay(2, 3)}${frame(2, 'no JSON')}`));
    const run = chat();
    await expect(run.result).rejects.toMatchObject({ name: 'ConnectionError', fault: 'malformed', attempts: FAST.attempts });
    await expect(eventsOf(run)).rejects.toThrow('gave up after 4 attempts: not JSON');
  });
});

describe('what comes twice, too late, or from a later version', () => {
  it('events that were there already → dropped', async () => {
    server().on(CHAT, (reply) => reply.stream(RUN).end(bytesOf(EVENTS.slice(0, 4))));
    server().on(STREAM, (reply) => reply.stream(RUN).end(replay(1, 6) + bytesOf(EVENTS.slice(0, 3)) + bytesOf(EVENTS.slice(1))));
    expect(numbersOf(await eventsOf(chat()))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('anything after the terminal event → not read', async () => {
    server().on(CHAT, whole([...EVENTS, { ...token('late'), seq: EVENTS.length + 1 }]));
    const run = chat();
    expect(await eventsOf(run)).toEqual(RECEIVED);
    expect(run.text).toBe(TEXT);
  });

  it('what has no id → no event of the run, whatever it says', async () => {
    const noted = 'event: token\ndata: {"type":"token","data":{"text":"x"}}\n\nevent: end\ndata: {"type":"end","data":{}}\n\n';
    server().on(CHAT, (reply) => reply.stream(RUN).end(noted + replay(1, 2, OTHER_RUN) + bytesOf(EVENTS)));
    expect(await eventsOf(chat())).toEqual(RECEIVED);
    expect(server().requests).toHaveLength(1);
  });

  it('an event this version does not know → passed on', async () => {
    const later = 'event: later\ndata: {"type":"later","data":{"x":1}}\n\n';
    server().on(CHAT, (reply) => reply.stream(RUN).end(`id: ${RUN}:1\n${later}${bytesOf([{ ...end(), seq: 2 }])}`));
    expect(await eventsOf(chat())).toMatchObject([{ event: 'later', data: { x: 1 }, seq: 1 }, { event: 'end' }]);
  });

  it('a rewind → the text without what it takes back, also twice', async () => {
    const events = numbered(
      begun(),
      token('a'),
      token('b'),
      { event: 'rewind', data: { to_seq: 2, reason: 'worker_lost' } },
      token('c'),
      { event: 'rewind', data: { to_seq: 5, reason: 'worker_lost' } },
      token('d'),
      { event: 'rewind', data: { to_seq: 1, reason: 'worker_lost' } },
      token('e'),
      end('e'),
    );
    server().on(CHAT, whole(events));
    const texts: string[] = [];
    const run = client()
      .session('s1')
      .chat('hi', { onToken: (_, { text }) => texts.push(text), onRewind: (_, { text }) => texts.push(`<${text}`) });
    await expect(run.result).resolves.toMatchObject({ text: 'e' });
    expect(texts).toEqual(['a', 'ab', '<a', 'ac', '<ac', 'acd', '<', 'e']);
  });
});

it('a page of another origin cannot read X-Run-Id → the id of the first event does as well', async () => {
  server().next((reply) => reply.stream().end(bytesOf(EVENTS.slice(0, 2))), rest(EVENTS));
  const run = createClient({ baseUrl: server().url, retry: FAST }).session('s1').chat('hi');
  await expect(run.accepted).resolves.toBe(RUN);
  expect(await eventsOf(run)).toEqual(RECEIVED);
});
