import type { Message } from '@parley/contracts';
import { CHAT, json, page, problem, STREAM } from '../test/answers.js';
import { bytesOf, begun, CARD, numbered, OTHER_RUN, RUN, token } from '../test/runs.js';
import { eventsOf, useServer } from '../test/use-server.js';

const { server, client } = useServer();

const message = (more: Partial<Message>): Message => ({
  message_id: 'm',
  role: 'assistant',
  content: 'the whole text',
  turn: 1,
  run_id: RUN,
  created_at: '2026-01-01T00:00:00.000Z',
  ...more,
});
const asked = message({ role: 'user', content: 'hi' });

/** The run says `a`, its connection breaks, and then its log is gone. */
function expire(messages: Message[]) {
  server().on(CHAT, (reply) => reply.stream(RUN).end(bytesOf(numbered(begun(), token('a')))));
  server().on(STREAM, problem(410, 'run_expired', { detail: 'gone' }));
  server().on(/messages/, page(messages));
  return client().session('s1').chat('hi');
}

describe('a run whose log is gone while it is followed → its end as the messages tell it', () => {
  it.each<[string, Message[], object[], object]>([
    [
      'completed',
      [asked, message({})],
      [{ event: 'end', data: { status: 'completed', output: 'the whole text' } }],
      { status: 'completed' },
    ],
    [
      'it asked',
      [asked, message({ content: '', card: CARD })],
      [
        { event: 'card', data: CARD },
        { event: 'end', data: { status: 'interrupted', output: '' } },
      ],
      { status: 'interrupted', card: CARD, text: '' },
    ],
    [
      'pre-empted',
      [asked, message({ preempted: true })],
      [{ event: 'preempted' }],
      { status: 'preempted', text: 'the whole text' },
    ],
    [
      'failed',
      [asked, message({ failed: true })],
      [{ event: 'error', data: { code: 'run_expired', retryable: true } }],
      { status: 'failed', error: { code: 'run_expired', message: 'gone' } },
    ],
    ['it showed nothing', [asked], [{ event: 'end', data: { output: '' } }], { status: 'completed', text: '' }],
  ])('%s', async (_, messages, events, result) => {
    const run = expire([message({ run_id: OTHER_RUN, content: 'another' }), ...messages]);
    const all = await eventsOf(run);
    expect(all.slice(2)).toMatchObject(events.map((event, index) => ({ ...event, seq: 3 + index, runId: RUN, recovered: true })));
    expect(all).toHaveLength(2 + events.length);
    await expect(run.result).resolves.toMatchObject({ text: 'the whole text', ...result });
  });

  it('nothing of it is stored → the problem', async () => {
    const run = expire([message({ run_id: OTHER_RUN })]);
    await expect(run.result).rejects.toMatchObject({ code: 'run_expired', status: 410 });
  });

  it('it is on the second page → found', async () => {
    const run = expire([]);
    server().on(/messages.*cursor/, page([asked, message({})]));
    server().on(/messages\?limit=100$/, page([message({ run_id: OTHER_RUN })], 'c 1'));
    await expect(run.result).resolves.toMatchObject({ status: 'completed', text: 'the whole text' });
    expect(server().requests.at(-1)?.path).toBe('/sessions/s1/messages?limit=100&cursor=c+1');
  });

  it('the messages cannot be had → that problem', async () => {
    const run = expire([]);
    server().on(/messages/, problem(403, 'forbidden'));
    await expect(run.result).rejects.toMatchObject({ code: 'forbidden' });
  });
});

it('a run that has lapsed is followed by its id → its end as the messages tell it', async () => {
  server().on(STREAM, problem(410, 'run_expired'));
  server().on(/messages/, page([asked, message({})]));
  const run = client().session('s1').follow({ runId: RUN });
  await expect(run.result).resolves.toMatchObject({ status: 'completed', text: 'the whole text', runId: RUN });
  await expect(run.accepted).resolves.toBe(RUN);
  expect(await eventsOf(run)).toMatchObject([{ event: 'end', seq: 1, recovered: true }]);
});

it('no run is known → the problem', async () => {
  server().on(STREAM, problem(410, 'run_expired'));
  server().on(/messages/, json({ items: [], next_cursor: null }));
  await expect(client().session('s1').follow().result).rejects.toMatchObject({ code: 'run_expired' });
});
