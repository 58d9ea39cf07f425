import type { ChatRequest } from '@parley/contracts';
import { cardOf, type FinishedRun, firstOf, namesOf } from '@parley/testing';
import type { OutgoingHttpHeaders } from 'node:http';
import { asking, question } from '../test/asks.js';
import { problemOf, refusalOf } from '../test/refusal.js';
import { BOTH_TRANSPORTS, gatewayOf, newSession, TRANSPORTS, useStack } from '../test/use-stack.js';

const stack = useStack({ gateways: BOTH_TRANSPORTS });

const ANSWER = { on_pending_card: 'answer' } as const;
const OPTIONS = {
  options: [
    { value: 'bj', label: '北京' },
    { value: 'sh', label: 'Shanghai' },
  ],
};

describe.each(TRANSPORTS)('on_pending_card: answer over %s', (transport) => {
  const gateway = (which: 0 | 1 = 0) => stack().gateway(gatewayOf(transport, which));

  /** A session in which one question is open. */
  async function asked(more: Record<string, unknown> = {}) {
    const session = newSession();
    const message = asking({ questions: [question('k', more)] });
    return { session, card: cardOf(await gateway().ask(session, message, { agent_id: 'asker' })) };
  }

  const send = (session: string, message: string, extras: Partial<ChatRequest> = {}, headers: OutgoingHttpHeaders = {}) =>
    gateway(1).send('POST', `/sessions/${session}/chat`, { message, ...ANSWER, ...extras }, headers);
  const kindOf = ({ events }: FinishedRun) => firstOf(events, 'run')?.data.kind;

  test.each<[Record<string, unknown>, string, unknown]>([
    [{ input_type: 'text' }, ' as it is。 ', ' as it is。 '],
    [{ input_type: 'number' }, '１,000', 1000],
    [{ input_type: 'number' }, '0', 0],
    [{ input_type: 'date' }, '2026年2月28日', '2026-02-28'],
    [{ input_type: 'boolean' }, '不同意', false],
    [{ input_type: 'boolean' }, 'Yes.', true],
    [{ input_type: 'select', ...OPTIONS }, '北京', 'bj'],
    [{ input_type: 'multi_select', ...OPTIONS }, 'shanghai、bj', ['sh', 'bj']],
  ])('%j is asked, %j is said → a resume with the answer %j', async (more, message, value) => {
    const { session, card } = await asked(more);
    const run = await gateway(1).ask(session, message, ANSWER);
    expect([kindOf(run), run.text]).toEqual(['resume', `asked=${JSON.stringify({ k: value })}`]);
    expect(stack().effects.of(`${session}/asker`)).toEqual([{}, { k: value }]);
    const answers = [{ field_key: 'k', value, item_id: card.items[0]?.item_id }];
    expect((await gateway().messages(session))[2]).toMatchObject({ role: 'user', content: '', turn: 2, answers });
    const again = await (await gateway().resume(session, { k: value }, { card_id: card.card_id })).finished();
    expect(again).toEqual(run);
  });

  test.each<[Record<string, unknown>, string, string, string]>([
    [{ input_type: 'number' }, '10万', 'type', '请输入数字。'],
    [{ input_type: 'number', max: 5 }, '6', 'max', '不能大于 5。'],
    [{ input_type: 'date' }, '2026-02-30', 'type', '请输入有效日期（YYYY-MM-DD）。'],
    [{ input_type: 'boolean' }, 'not yes', 'type', '请选择是或否。'],
    [{ input_type: 'select', ...OPTIONS }, 'nowhere', 'type', '请选择一项。'],
    [{ input_type: 'text', max_length: 2 }, '三个字', 'max_length', '最多 2 个字符。'],
    [{ input_type: 'text' }, '字'.repeat(32_000), 'too_large', '回答过长。'],
  ])('%j is asked, %s is said → 422 in the language of the user; the card stays', async (more, message, code, text) => {
    const { session, card } = await asked(more);
    for (const stream of [true, false]) {
      const problem = problemOf(await send(session, message, { stream }, { 'accept-language': 'zh' }));
      const error = { field_key: 'k', item_id: card.items[0]?.item_id, code, message: text };
      expect(problem).toMatchObject({ status: 422, code: 'answers_invalid', errors: [error] });
    }
    expect(await gateway().pendingCard(session)).toEqual({ has_pending_card: true, card });
    expect(await gateway().messages(session)).toHaveLength(2);
    expect(stack().effects.count(`${session}/asker`)).toBe(1);
  });

  test('several questions are open → 409 card_pending with the card, which stays', async () => {
    const session = newSession();
    const card = cardOf(await gateway().ask(session, 'hi', { agent_id: 'pair' }));
    expect(problemOf(await send(session, 'yes'))).toMatchObject({ status: 409, code: 'card_pending', card });
    expect((await gateway().pendingCard(session)).card).toEqual(card);
  });

  test('nothing is open, in a new session and in one that is there → a chat', async () => {
    const session = newSession();
    for (const message of ['5', 'yes']) {
      const run = await gateway().ask(session, message, { agent_id: 'talk', ...ANSWER });
      expect([kindOf(run), run.text]).toEqual(['chat', `echo: ${message}`]);
    }
  });

  test('stream: false → the document of a resume; asked again → the next card is in it, and a message answers that one', async () => {
    const session = newSession();
    await gateway().ask(session, 'hi', { agent_id: 'again' });
    const again = await gateway(1).chatJson(session, 'x', ANSWER);
    expect(again).toMatchObject({ status: 'interrupted', turn: 2, result: { _interrupt: { message: 'x is no number.' } } });
    expect(await gateway().chatJson(session, '42', ANSWER)).toMatchObject({ status: 'completed', turn: 3, output: 'id=42' });
    expect(stack().effects.count(`${session}/begun`)).toBe(1);
  });

  test('a double click with a key, on two gateways, and later → one run, seen whole by all; without a key → a chat', async () => {
    const { session } = await asked();
    const key = { 'idempotency-key': 'k' };
    stack().effects.hold(`${session}/asker`);
    const both = await Promise.all(([0, 1] as const).map((which) => gateway(which).chat(session, 'Li', ANSWER, key)));
    stack().effects.release(`${session}/asker`);
    const [one, two] = await Promise.all(both.map((stream) => stream.finished()));
    const later = await (await gateway(1).chat(session, 'Li', ANSWER, key)).finished();
    expect([two, later]).toEqual([one, one]);
    expect([one?.text, stack().effects.count(`${session}/asker`)]).toEqual(['asked={"k":"Li"}', 2]);
    expect(refusalOf(await send(session, 'Wang', {}, key))).toBe('422 idempotency_mismatch');
    expect(kindOf(await gateway().ask(session, 'Li', { agent_id: 'talk', ...ANSWER }))).toBe('chat');
  });

  test('the message names another agent → the one that asked goes on', async () => {
    const { session } = await asked();
    const run = await gateway(1).ask(session, 'Li', { agent_id: 'talk', ...ANSWER });
    expect(firstOf(run.events, 'run')?.data).toMatchObject({ kind: 'resume', agent_id: 'asker' });
    expect(run.text).toBe('asked={"k":"Li"}');
    expect((await gateway().session(session)).agent_id).toBe('asker');
  });

  test('a message waits behind the turn that asks → card_pending, it was written before; written again it answers', async () => {
    const session = newSession();
    stack().effects.hold(`${session}/asker`);
    const message = asking({ questions: [question('k')] });
    const first = await gateway().chat(session, message, { agent_id: 'asker' });
    await stack().effects.arrived(`${session}/asker`);
    const waiting = await gateway(1).chat(session, 'Li', { ...ANSWER, on_active_turn: 'enqueue' });
    await waiting.next('run');
    stack().effects.release(`${session}/asker`);
    const card = cardOf(await first.finished());
    const refused = await waiting.finished();
    expect([namesOf(refused.events), refused.terminal.data]).toMatchObject([['run', 'error'], { code: 'card_pending' }]);
    expect((await gateway().pendingCard(session)).card).toEqual(card);
    expect((await gateway(1).ask(session, 'Li', { ...ANSWER, on_active_turn: 'enqueue' })).text).toBe('asked={"k":"Li"}');
  });
});
