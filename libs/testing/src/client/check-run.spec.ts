import type { Card, NumberedEvent, RunEvent, RunId } from '@parley/contracts';
import { checkRun } from './check-run.js';

const RUN = 'chat-01890a5d-ac96-774b-bcce-b302099a8057' as RunId;
const run: RunEvent = { event: 'run', data: { run_id: RUN, session_id: 's', turn: 1, agent_id: 'a', kind: 'chat' } };
const token = (text: string): RunEvent => ({ event: 'token', data: { text, node: 'answer', message_id: 'm' } });
const end = (output: string, status: 'completed' | 'interrupted' = 'completed'): RunEvent => ({
  event: 'end',
  data: { status, output },
});
const preempted: RunEvent = { event: 'preempted', data: { reason: 'aborted' } };
const rewind = (to_seq: number): RunEvent => ({ event: 'rewind', data: { to_seq, reason: 'worker_lost' } });
const question = { question: '?', field_key: 'k', required: true, input_type: 'text' as const, item_id: 'i' };
const CARD: Card = {
  type: 'interrupt',
  card_id: 'c',
  review_type: 'clarify',
  items: [{ item_id: 'i', skill: 's', source: 'local', review_type: 'clarify', questions: [question] }],
  questions: [question],
  created_at: '2026-01-01T00:00:00.000Z',
};
const card = (change: Partial<Card> = {}): RunEvent => ({ event: 'card', data: { ...CARD, ...change } });

const numbered = (events: RunEvent[], fromSeq = 1): NumberedEvent[] =>
  events.map((event, at) => ({ ...event, seq: fromSeq + at }));

test.each<[string, RunEvent[], string]>([
  ['completed', [run, token('a'), token('b'), end('ab')], 'ab'],
  ['completed without a word', [run, end('')], ''],
  ['taken over by another worker', [run, token('a'), token('x'), rewind(2), token('b'), end('ab')], 'ab'],
  ['interrupted', [run, token('a'), card(), end('a', 'interrupted')], 'a'],
  ['stopped', [run, token('a'), preempted], 'a'],
])('a run that is sound: %s → its text', (_what, events, text) => {
  expect(checkRun(RUN, numbered(events)).text).toBe(text);
});

test('the rest of a run → is checked from where it starts', () => {
  expect(checkRun(RUN, numbered([token('b'), end('ab')], 3), 3)).toMatchObject({ text: 'b', terminal: { event: 'end' } });
  expect(checkRun(RUN, numbered([end('', 'interrupted')], 4), 4).card).toBeUndefined();
});

test.each<[string, NumberedEvent[]]>([
  ['nothing', []],
  ['a hole', [...numbered([run]), ...numbered([end('')], 3)]],
  ['a number twice', [...numbered([run, token('a')]), ...numbered([end('a')], 2)]],
  ['no terminal event', numbered([run, token('a')])],
  ['two terminal events', numbered([run, end(''), preempted])],
  ['something after the terminal event', numbered([run, end(''), token('a')])],
  ['no run event', numbered([token('a'), end('a')])],
  ['another run', numbered([{ ...run, data: { ...run.data, run_id: 'chat-x' } }, end('')])],
  ['an output that was not shown', numbered([run, token('a'), end('b')])],
  ['a card and a completed end', numbered([run, card(), end('')])],
  ['an interrupted end without a card', numbered([run, end('', 'interrupted')])],
  ['something between card and end', numbered([run, card(), token('a'), end('a', 'interrupted')])],
  ['two cards', numbered([run, card(), card(), end('', 'interrupted')])],
  ['a card whose flat questions differ', numbered([run, card({ questions: [] }), end('', 'interrupted')])],
  ['a card of an unknown kind', numbered([run, card({ review_type: 'x' as 'clarify' }), end('', 'interrupted')])],
  ['an unknown event', numbered([run, { event: 'chunk', data: {} } as unknown as RunEvent, end('')])],
])('a run that is not sound: %s → throws', (_what, events) => {
  expect(() => checkRun(RUN, events)).toThrow();
});
