import { ResolvedToolbox } from '../tools/resolved-toolbox.js';
import { asksOf, resultsOf, settleCall, type ToolWork, wantCalls } from './tool-work.js';

const tool = (name: string, confirm: boolean) => ({
  spec: { name, description: name, parameters: { type: 'object' }, confirm, visible: true },
  timeoutMs: 1000,
  faultsOf: (args: unknown) => (Object.hasOwn(args as object, 'bad') ? 'bad' : undefined),
  call: async () => ({ isError: false, value: null }),
});
const toolbox = new ResolvedToolbox([tool('look', false), tool('pay', true)]);
const call = (callId: string, name: string, argumentsText = '{}') => ({ callId, name, argumentsText });
const want = (work: ToolWork | undefined, ...toolCalls: ReturnType<typeof call>[]) =>
  wantCalls(work, { text: 'so', toolCalls }, toolbox, 'answer-1-1');

describe('calls that a model wants', () => {
  it('stand in the transcript as the model wrote them, and are open', () => {
    const work = want(undefined, call('a', 'look', '{"x":1}'));
    expect(work).toEqual({
      transcript: [{ role: 'assistant', content: 'so', toolCalls: [call('a', 'look', '{"x":1}')] }],
      calls: [call('a', 'look', '{"x":1}')],
    });
  });

  it('an id that an earlier round had → another one, in both places', () => {
    const first = want(undefined, call('a', 'look'));
    const told = resultsOf(first, [{ role: 'tool', callId: 'a', content: 'ok' }]);
    const second = want(told, call('a', 'look'));
    expect(second.calls.map(({ callId }) => callId)).toEqual(['a-2']);
    expect(second.transcript.at(-1)).toMatchObject({ toolCalls: [{ callId: 'a-2' }] });
  });

  it('what needs a confirmation, and could run → an item for each, never the same twice', () => {
    const first = want(undefined, call('a', 'pay'), call('b', 'look'), call('c', 'pay'), call('d', 'pay', '{"bad":1}'));
    const asked = asksOf(first, 'en');
    expect(asked.map(({ tool_call_id }) => tool_call_id)).toEqual(['a', 'c']);
    const second = want(resultsOf(first, []), call('e', 'pay'));
    const ids = [...asked, ...asksOf(second, 'en')].map(({ item_id }) => item_id);
    expect(new Set(ids).size).toBe(3);
  });

  it('long arguments → the person reads their beginning', () => {
    const long = JSON.stringify({ text: 'x'.repeat(9000) });
    const [ask] = asksOf(want(undefined, call('a', 'pay', long)), 'zh');
    expect(ask?.questions[0]?.help?.length).toBeLessThan(4100);
    expect(ask?.message).toBe('需要您确认：执行“pay”。');
  });
});

describe('an answered item', () => {
  const work = want(undefined, call('a', 'pay'), call('b', 'pay'));
  const [first, second] = asksOf(work, 'en').map(({ item_id }) => item_id);
  const settle = (item_id: string | undefined, value?: unknown) =>
    settleCall(work, { item_id: item_id!, skill: 'answer', values: value === undefined ? {} : { 'approvals.pay': value } });

  it.each([
    [true, true],
    [false, false],
    ['true', false],
    [undefined, false],
  ])('%j → allowed: %j, and the other call is still asked', (value, isApproved) => {
    const settled = settle(second, value);
    expect(settled.calls.map((one) => one.isApproved)).toEqual([undefined, isApproved]);
    expect(asksOf(settled, 'en').map(({ item_id }) => item_id)).toEqual([first]);
  });
});
