import type { RunEvent } from '@parley/contracts';
import { CHAT, open, problem, STREAM, whole } from '../test/answers.js';
import { answer, begun, card, CARD, end, failed, interrupted, numbered, preempted, RUN, token } from '../test/runs.js';
import { eventsOf, numbersOf, useServer } from '../test/use-server.js';
import type { RunHandlers } from './run.js';

const { server, client } = useServer();

const USAGE = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const thinking: RunEvent = { event: 'thinking', data: { text: 'hm', node: 'answer' } };
const call: RunEvent = { event: 'tool_call', data: { call_id: 'c1', name: 'look', arguments: { a: 1 }, node: 'n' } };
const result: RunEvent = { event: 'tool_result', data: { call_id: 'c1', name: 'look', result: 7, is_error: false } };
const remote: RunEvent = { event: 'remote_agent_output', data: { agent: 'other', text: 'hi', item_id: 'i' } };

/** Handlers that note what they are told, with the run's id. */
function notes(): { told: unknown[]; handlers: RunHandlers } {
  const told: unknown[] = [];
  const names = ['onToken', 'onThinking', 'onTool', 'onCard', 'onEnd', 'onPreempted', 'onError', 'onConnection'] as const;
  const note = (name: string) => [name, (value: unknown, run: { runId?: string }) => told.push([name, value, run.runId])];
  return { told, handlers: Object.fromEntries(names.map(note)) as RunHandlers };
}

describe('handlers', () => {
  it('all that may be told → each its own, in order, with the run', async () => {
    const events = numbered(begun(), thinking, call, result, remote, token('a'), card, interrupted);
    server().on(CHAT, whole(events));
    const { told, handlers } = notes();
    const seqs: number[] = [];
    const run = client()
      .session('s1')
      .chat('hi', { ...handlers, onEvent: ({ seq }) => seqs.push(seq) });
    const outcome = await run.result;
    expect(outcome).toEqual({ runId: RUN, text: 'a', status: 'interrupted', card: CARD, usage: undefined });
    expect(told).toEqual([
      ['onConnection', 'open', RUN],
      ['onThinking', 'hm', RUN],
      ['onTool', expect.objectContaining(call), RUN],
      ['onTool', expect.objectContaining(result), RUN],
      ['onTool', expect.objectContaining(remote), RUN],
      ['onToken', 'a', RUN],
      ['onCard', CARD, RUN],
      ['onEnd', outcome, RUN],
    ]);
    expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it.each<[string, RunEvent, string, unknown]>([
    [
      'end',
      { event: 'end', data: { status: 'completed', output: 'a', usage: USAGE } },
      'onEnd',
      { status: 'completed', text: 'a', usage: USAGE },
    ],
    ['preempted', preempted, 'onPreempted', { status: 'preempted', text: 'a', reason: 'aborted' }],
    [
      'error',
      failed,
      'onError',
      { name: 'ProblemError', code: 'model_failed', message: 'Please try again.', retryable: true, trace_id: 't1' },
    ],
  ])('%s → what it means', async (_, terminal, name, value) => {
    server().on(CHAT, whole(numbered(begun(), token('a'), terminal)));
    const { told, handlers } = notes();
    const run = client().session('s1').chat('hi', handlers);
    const outcome = await run.result;
    expect(told.at(-1)).toEqual([name, expect.objectContaining(value as object), RUN]);
    if (name === 'onError') expect(outcome).toMatchObject({ status: 'failed', text: 'a', error: value });
    else expect(outcome).toMatchObject(value as object);
  });

  it('a refusal → onError, and no word of a connection that is being made again', async () => {
    server().on(CHAT, problem(409, 'card_pending', { card: CARD }));
    const { told, handlers } = notes();
    await expect(client().session('s1').chat('hi', handlers).result).rejects.toMatchObject({ code: 'card_pending', card: CARD });
    expect(told).toEqual([['onError', expect.objectContaining({ code: 'card_pending' }), undefined]]);
  });

  it('one that throws → the run goes on, and the error comes up uncaught', async () => {
    server().on(CHAT, whole(answer('a', 'b')));
    const comesUp = jest.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => undefined);
    const texts: string[] = [];
    const fault = new Error('a fault of the page');
    const onToken = (text: string): void => {
      texts.push(text);
      if (text === 'a') throw fault;
    };
    await expect(client().session('s1').chat('hi', { onToken }).result).resolves.toMatchObject({ text: 'ab' });
    expect(texts).toEqual(['a', 'b']);
    expect(comesUp).toHaveBeenCalledTimes(1);
    expect(comesUp.mock.calls[0]?.[0]).toThrow(fault);
    comesUp.mockRestore();
  });
});

describe('loops', () => {
  it('several, one begun late → each gets all events', async () => {
    server().on(CHAT, whole(answer('a', 'b')));
    const run = client().session('s1').chat('hi');
    const early = eventsOf(run);
    await run.result;
    expect(numbersOf(await eventsOf(run))).toEqual([1, 2, 3, 4]);
    expect(await early).toHaveLength(4);
  });

  it('left → the connection is closed, the run is left; nothing is sent again', async () => {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    server().on(CHAT, async (reply, request) => {
      await open(numbered(begun(), token('a')))(reply, request);
      await reply.left();
      resolve();
    });
    const run = client().session('s1').chat('hi');
    for await (const { event } of run) if (event === 'token') break;
    await left;
    await expect(run.result).resolves.toEqual({ status: 'left', accepted: true, text: 'a', runId: RUN });
    expect(server().requests).toHaveLength(1);
  });

  it('a signal → the same', async () => {
    server().on(CHAT, open(numbered(begun(), token('a'))));
    const controller = new AbortController();
    const run = client().session('s1').chat('hi', { signal: controller.signal });
    await run.accepted;
    controller.abort();
    await expect(run.result).resolves.toMatchObject({ status: 'left', accepted: true });
    const before = client().session('s1').chat('hi', { signal: controller.signal });
    await expect(before.result).resolves.toMatchObject({ status: 'left', accepted: false });
    expect(await eventsOf(before)).toEqual([]);
    expect(server().requests).toHaveLength(1);
  });
});

describe('a run that is there', () => {
  it('followed by its id, and without one → from its first event', async () => {
    const events = answer('a', 'b');
    server().on(STREAM, whole(events));
    for (const options of [{ runId: RUN }, {}]) {
      const run = client().session('s1').follow(options);
      expect(numbersOf(await eventsOf(run))).toEqual([1, 2, 3, 4]);
      await expect(run.accepted).resolves.toBe(RUN);
    }
    expect(server().requests.map(({ path }) => path)).toEqual([`/sessions/s1/stream?run_id=${RUN}`, '/sessions/s1/stream?']);
    expect(server().requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, undefined]);
  });

  it('an end that says "interrupted" without a card → completed: there is nothing to ask', async () => {
    server().on(STREAM, whole(numbered(begun(), interrupted)));
    await expect(client().session('s1').follow().result).resolves.toMatchObject({ status: 'completed' });
    server().on(STREAM, whole(numbered(begun(), card, end())));
    await expect(client().session('s1').follow().result).resolves.toMatchObject({ status: 'completed' });
  });
});
