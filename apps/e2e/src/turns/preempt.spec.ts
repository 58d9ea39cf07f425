import type { RunId } from '@parley/contracts';
import type { ModelCall, RunStream } from '@parley/testing';
import { steps } from '../test/asks.js';
import { BOTH_TRANSPORTS, gatewayOf, newSession, TRANSPORTS, useStack } from '../test/use-stack.js';
import { elapsed } from './test/eventually.js';
import { engineAt } from './test/work.js';

/** Generous: the machine may be busy. How fast it really is says the soak. */
const AT_ONCE_MS = 500;

const stack = useStack({ gateways: BOTH_TRANSPORTS, engines: [{}, {}] });

/** How long the model was read after the run had ended. */
const readOnMs = async (call: ModelCall, from: number): Promise<number> => {
  await call.ended;
  return (call.abortedAt ?? Infinity) - from;
};

describe.each(TRANSPORTS)('pre-emption and abort over %s', (transport) => {
  const gateway = (which: 0 | 1 = 0) => stack().gateway(gatewayOf(transport, which));

  /** The ways to stop a turn from elsewhere; each resolves when it has been asked for. */
  const stops: [string, string, (session: string, runId: RunId) => Promise<unknown>][] = [
    ['a new message', 'preempted', (session) => gateway(1).chat(session, 'second', { agent_id: 'talk' })],
    ['abort', 'aborted', (session) => gateway(1).abort(session)],
    ['abort of this run', 'aborted', (session, runId) => gateway(1).abort(session, runId)],
  ];

  test.each(stops)(
    'the model hangs before its first byte; %s → one terminal event at once, the connection to the model is cut',
    async (_what, reason, stop) => {
      const session = newSession();
      const message = `hang ${session}`;
      stack().model.when({ last_user_includes: message }, { hang: true });
      const stream = await gateway().chat(session, message, { agent_id: 'talk' });
      const call = await stack().model.nthCall(1, { last_user_includes: message });
      const asked = Date.now();
      await stop(session, stream.runId);
      expect(await elapsed(stream.finished())).toBeLessThan(AT_ONCE_MS);
      expect((await stream.finished()).terminal).toMatchObject({ event: 'preempted', data: { reason } });
      expect(await readOnMs(call, asked)).toBeLessThan(AT_ONCE_MS);
    },
  );

  test('the model hangs in the middle; a new message → the next prompt holds the partial answer as interrupted, and the new text once', async () => {
    const session = newSession();
    stack().model.when({ last_user_includes: `first ${session}` }, { tokens: ['half ', 'an ', 'answer'], hang_after: 2 });
    const stream = await gateway().chat(session, `first ${session}`, { agent_id: 'talk' }, { 'accept-language': 'en' });
    await stream.shown('half an ');
    const asked = Date.now();
    const next = await gateway(1).chat(session, `second ${session}`, { agent_id: 'talk' }, { 'accept-language': 'en' });
    expect(await elapsed(stream.finished())).toBeLessThan(AT_ONCE_MS);
    expect((await stream.finished()).text).toBe('half an ');
    const [old, anew] = await Promise.all([1, 2].map((n) => stack().model.nthCall(n)));
    expect(await readOnMs(old!, asked)).toBeLessThan(AT_ONCE_MS);
    await next.finished();
    expect(anew?.view.messages.slice(1)).toEqual([
      { role: 'user', content: `first ${session}` },
      { role: 'assistant', content: 'half an \n\n[interrupted]' },
      { role: 'user', content: `second ${session}` },
    ]);
  });

  test('a skill never settles and heeds nothing; a new message → the old stream ends at once, the new one is answered', async () => {
    const session = newSession();
    stack().effects.hold(`${session}/never`);
    const stream = await gateway().chat(session, steps('a', { deaf: 'never' }), { agent_id: 'steps' });
    await stack().effects.arrived(`${session}/never`);
    const next = await gateway(1).chat(session, 'next', { agent_id: 'talk' });
    expect(await elapsed(stream.finished())).toBeLessThan(AT_ONCE_MS);
    expect((await stream.finished()).terminal).toMatchObject({ event: 'preempted', data: { by_run_id: next.runId } });
    expect((await next.finished()).text).toBe('echo: next');
  });

  test('a skill returns after its turn was pre-empted → its state is not there, not even later', async () => {
    const session = newSession();
    stack().effects.hold(`${session}/dig`);
    const stream = await gateway().chat(session, 'first', { agent_id: 'work' });
    await stack().effects.arrived(`${session}/dig`);
    const seen = await gateway(1).ask(session, 'look', { agent_id: 'peek' });
    expect(JSON.parse(seen.text)).not.toHaveProperty('dug');
    stack().effects.release(`${session}/dig`);
    await stack().effects.arrived(`${session}/dug`);
    expect((await gateway().ask(session, 'look', { agent_id: 'peek' })).text).toBe(seen.text);
    expect((await stream.finished()).terminal.event).toBe('preempted');
    expect(stack().effects.count(`${session}/answer`)).toBe(0);
  });

  test.each(['before', 'after'] as const)(
    'the engine stands still while its turn is pre-empted, and goes on %s the new turn ends → it neither says anything nor ends anything',
    async (when) => {
      const session = newSession();
      stack().effects.hold(`${session}/answer`);
      const stream = await gateway().chat(session, 'first', { agent_id: 'work' });
      await Promise.all([stack().effects.arrived(`${session}/answer`), stream.shown('One. ')]);
      const engine = engineAt(stack(), session, 'answer');
      const [other] = stack().engines.filter((one) => one !== engine);
      engine.signal('SIGSTOP');
      stack().effects.release(`${session}/answer`);
      stack().effects.hold(`${session}/gate`);
      const next = await gatewayTo(other!.name).chat(session, steps('new', { wait: 'gate' }, '!'), { agent_id: 'steps' });
      try {
        const old = await stream.finished();
        expect(old).toMatchObject({ text: 'One. ', terminal: { event: 'preempted', data: { by_run_id: next.runId } } });
        await next.shown('new');
        if (when === 'before') {
          engine.signal('SIGCONT');
          await engine.untilReady();
        }
        expect((await gateway().session(session)).active_run_id).toBe(next.runId);
        stack().effects.release(`${session}/gate`);
        expect((await next.finished()).text).toBe('new!');
      } finally {
        engine.signal('SIGCONT');
      }
      await engine.untilReady();
      expect((await gateway().messages(session)).map(({ content, preempted }) => [content, preempted])).toEqual([
        ['first', undefined],
        ['One. ', true],
        [steps('new', { wait: 'gate' }, '!'), undefined],
        ['new!', undefined],
      ]);
      expect((await (await gateway(1).stream(session, { runId: stream.runId })).finished()).text).toBe('One. ');
      expect((await gateway().ask(session, 'more', { agent_id: 'talk' })).text).toBe('echo: more');
    },
  );

  /** With ndjson a gateway has one engine: the one that is at work must be asked. */
  const gatewayTo = (engineName: string) => gateway(engineName.endsWith('0') ? 0 : 1);

  test('abort comes in the very moment in which the turn ends, again and again → exactly one of them is true, and everybody agrees which', async () => {
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, round) => abortAtTheEnd(round)));
    expect(outcomes.length).toBe(40);
  });

  async function abortAtTheEnd(round: number): Promise<string> {
    const session = newSession();
    const stream = await gateway().chat(session, steps('a', { count: round }), { agent_id: 'steps' });
    await stream.shown(round % 2 === 0 ? 'a' : `${Math.max(1, round - 1)} `);
    const { aborted } = await gateway(1).abort(session);
    const { terminal, text } = await stream.finished();
    expect([aborted, terminal.event]).toEqual(aborted ? [true, 'preempted'] : [false, 'end']);
    const [, answer] = await gateway().messages(session);
    expect([answer?.content, answer?.preempted ?? false]).toEqual([text, aborted]);
    return terminal.event;
  }

  test('a new message comes in the very moment in which the turn ends, again and again → each turn ends once, in order', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async (_, round) => {
        const session = newSession();
        const streams: RunStream[] = [];
        for (let n = 0; n < 4; n += 1) {
          streams.push(await gateway(n % 2 === 0 ? 0 : 1).chat(session, steps('a', { count: round }), { agent_id: 'steps' }));
          await streams[n]?.shown('a');
        }
        const runs = await Promise.all(streams.map((stream) => stream.finished()));
        expect(runs.at(-1)?.terminal.event).toBe('end');
        const answers = (await gateway().messages(session)).filter(({ role }) => role === 'assistant');
        expect(answers.map(({ content, preempted }) => [content, preempted ?? false])).toEqual(
          runs.map(({ text, terminal }) => [text, terminal.event === 'preempted']),
        );
      }),
    );
  });
});
