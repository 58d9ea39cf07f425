import { MAX_CONFIRMED_ARGUMENTS_BYTES, MAX_TOOL_ARGUMENTS_BYTES, MAX_TOOL_CALLS, MAX_TOOL_WORK_BYTES } from '@parley/contracts';
import { ResolvedToolbox } from '../tools/resolved-toolbox.js';
import { asksOf } from './confirm-calls.js';
import { resultsOf, settleCall, type ToolWork, wantCalls } from './tool-work.js';

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
const ofBytes = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

describe('calls that a model wants', () => {
  it('stand in the transcript as the model wrote them, and are open under ids of their own', () => {
    const work = want(undefined, call('a', 'look', '{"x":1}'));
    expect(work).toEqual({
      transcript: [{ role: 'assistant', content: 'so', toolCalls: [call('a', 'look', '{"x":1}')] }],
      calls: [{ ...call('a', 'look', '{"x":1}'), id: 'answer-1-1-0-0' }],
    });
  });

  it('the next round → other ids, whatever the model calls them', () => {
    const first = want(undefined, call('a', 'look'), call('b', 'look'));
    const second = want(resultsOf(first, [{ callId: 'a', content: 'ok' }]), call('a', 'look'), call('b', 'look'));
    expect(new Set([...first.calls, ...second.calls].map(({ id }) => id)).size).toBe(4);
  });

  it('what needs a confirmation, and could run → an item for each', () => {
    const work = want(undefined, call('a', 'pay'), call('b', 'look'), call('c', 'pay'), call('d', 'pay', '{"bad":1}'));
    expect(asksOf(work, 'en').map(({ item_id }) => item_id)).toEqual([work.calls[0]?.id, work.calls[2]?.id]);
  });

  it('more than are made at once → the first ones, and the model is told after the results', () => {
    const work = want(undefined, ...Array.from({ length: MAX_TOOL_CALLS + 1 }, (_, i) => call(`c${i}`, 'look')));
    expect(work.calls).toHaveLength(MAX_TOOL_CALLS);
    const { transcript } = resultsOf(work, [{ callId: 'c0', content: 'ok' }]);
    expect(transcript.map(({ role }) => role)).toEqual(['assistant', 'tool', 'user']);
    expect(transcript.at(-1)?.content).toContain(`first ${MAX_TOOL_CALLS} of your ${MAX_TOOL_CALLS + 1}`);
  });

  it.each([
    ['look', MAX_TOOL_ARGUMENTS_BYTES],
    ['pay', MAX_CONFIRMED_ARGUMENTS_BYTES],
  ])('arguments of %s of %i bytes → taken; a byte more → not made, and the model is told', (name, most) => {
    expect(want(undefined, call('a', name, ofBytes(most))).calls[0]?.refusal).toBeUndefined();
    const [refused] = want(undefined, call('a', name, ofBytes(most + 1))).calls;
    expect(refused?.refusal).toContain(`${most + 1} bytes, at most ${most}`);
    expect(asksOf({ transcript: [], calls: [refused!] }, 'en')).toEqual([]);
  });

  it('arguments far too long → not kept either', () => {
    const work = want(undefined, call('a', 'look', ofBytes(MAX_TOOL_ARGUMENTS_BYTES + 1)));
    expect(JSON.stringify(work).length).toBeLessThan(1000);
  });
});

describe('results', () => {
  it('up to their limit → kept; what is too much → the model is told that it is missing', () => {
    const work = want(undefined, call('a', 'look'), call('b', 'look'), call('c', 'look'));
    const big = 'x'.repeat(MAX_TOOL_WORK_BYTES / 2);
    const { transcript } = resultsOf(
      work,
      ['a', 'b', 'c'].map((callId) => ({ callId, content: callId === 'c' ? 'small' : big })),
    );
    expect(transcript.slice(1).map(({ content }) => (content === big ? 'big' : content))).toEqual([
      'big',
      expect.stringContaining('no room left') as unknown,
      'small',
    ]);
  });
});

describe('what a person is asked', () => {
  it('all of the arguments, without white space of the model’s', () => {
    const hidden = `{"to":"friend",${' '.repeat(5000)}"amount":9}`;
    const [ask] = asksOf(want(undefined, call('a', 'pay', hidden)), 'zh');
    expect(ask?.questions[0]?.help).toBe('{\n  "to": "friend",\n  "amount": 9\n}');
    expect(ask?.message).toBe('需要您确认：执行“pay”。');
  });

  it('no arguments → {}', () => {
    expect(asksOf(want(undefined, call('a', 'pay', ' ')), 'en')[0]?.questions[0]?.help).toBe('{}');
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
