import { cardOf, type RunStream } from '@parley/testing';
import { steps } from '../test/asks.js';
import { refusalOf } from '../test/refusal.js';
import { BOTH_TRANSPORTS, gatewayOf, newSession, TRANSPORTS, useStack } from '../test/use-stack.js';

const stack = useStack({ gateways: BOTH_TRANSPORTS, engines: [{}, {}] });

/** What became of a turn, in a word or two. */
async function outcomeOf(stream: RunStream): Promise<string> {
  const { terminal, text } = await stream.finished();
  switch (terminal.event) {
    case 'end':
      return `end ${text}`;
    case 'preempted':
      return `preempted ${terminal.data.reason} ${text}`;
    case 'error':
      return `error ${terminal.data.code} ${text}`;
  }
}

describe.each(TRANSPORTS)('turns that wait over %s', (transport) => {
  const gateway = (which: number = 0) => stack().gateway(gatewayOf(transport, which % 2 === 0 ? 0 : 1));

  /** A turn that has said `a` and goes on to `b` when it is let. */
  async function running(session: string) {
    stack().effects.hold(`${session}/gate`);
    const stream = await gateway().chat(session, steps('a', { wait: 'gate' }, 'b'), { agent_id: 'steps' });
    await stream.shown('a');
    return { stream, go: () => stack().effects.release(`${session}/gate`) };
  }

  /** Turns behind it, through both gateways; each says its number. */
  async function waiting(session: string, count: number): Promise<RunStream[]> {
    const streams: RunStream[] = [];
    for (let n = 1; n <= count; n += 1) {
      const extras = { agent_id: 'steps', on_active_turn: 'enqueue' } as const;
      streams.push(await gateway(n).chat(session, steps({ wait: `turn-${n}` }, `${n}`), extras));
      await streams.at(-1)?.next('run');
    }
    return streams;
  }

  /** Who said what, in the order of the session; of the user's messages only their turn. */
  const said = async (session: string) =>
    (await gateway().messages(session)).map(({ turn, role, content, preempted }) =>
      role === 'user' ? turn : `${content}${preempted ? ' preempted' : ''}`,
    );

  test('five wait behind a running one → they run one after the other in the order in which they came, none is pre-empted', async () => {
    const session = newSession();
    const { stream, go } = await running(session);
    const behind = await waiting(session, 5);
    expect(stack().effects.count(`${session}/turn-1`)).toBe(0);
    expect(await gateway().session(session)).toMatchObject({ active_run_id: stream.runId, turn: 6 });
    stack().effects.hold(`${session}/turn-3`);
    go();
    await stack().effects.arrived(`${session}/turn-3`);
    expect(stack().effects.count(`${session}/turn-4`)).toBe(0);
    stack().effects.release(`${session}/turn-3`);
    expect(await Promise.all([stream, ...behind].map(outcomeOf))).toEqual([
      'end ab',
      'end 1',
      'end 2',
      'end 3',
      'end 4',
      'end 5',
    ]);
    expect(await said(session)).toEqual([1, 'ab', 2, '1', 3, '2', 4, '3', 5, '4', 6, '5']);
  });

  test('one that waits is aborted → it ends at once and never runs; the others go on', async () => {
    const session = newSession();
    const { stream, go } = await running(session);
    const [first, second, third] = await waiting(session, 3);
    expect(await gateway(1).abort(session, second!.runId)).toEqual({ aborted: true, run_id: second!.runId });
    expect(await outcomeOf(second!)).toBe('preempted aborted ');
    expect(await gateway().abort(session, second!.runId)).toEqual({ aborted: false });
    go();
    expect(await Promise.all([stream, first!, third!].map(outcomeOf))).toEqual(['end ab', 'end 1', 'end 3']);
    expect(stack().effects.count(`${session}/turn-2`)).toBe(0);
    expect(await said(session)).toEqual([1, 'ab', 2, '1', 3, 4, '3']);
  });

  test('the running one is aborted by its id → only that one; the next begins', async () => {
    const session = newSession();
    const { stream } = await running(session);
    const behind = await waiting(session, 2);
    expect(await gateway(1).abort(session, stream.runId)).toEqual({ aborted: true, run_id: stream.runId });
    expect(await Promise.all([stream, ...behind].map(outcomeOf))).toEqual(['preempted aborted a', 'end 1', 'end 2']);
  });

  test('abort without an id → the running one and all that wait end as aborted', async () => {
    const session = newSession();
    const { stream } = await running(session);
    const behind = await waiting(session, 3);
    expect(await gateway(1).abort(session)).toEqual({ aborted: true, run_id: stream.runId });
    expect(await Promise.all([stream, ...behind].map(outcomeOf))).toEqual([
      'preempted aborted a',
      ...Array.from({ length: 3 }, () => 'preempted aborted '),
    ]);
    expect(await said(session)).toEqual([1, 'a preempted', 2, 3, 4]);
    expect((await gateway().ask(session, steps('on'), { agent_id: 'steps' })).text).toBe('on');
    expect([1, 2, 3].map((n) => stack().effects.count(`${session}/turn-${n}`))).toEqual([0, 0, 0]);
  });

  test('a new message pre-empts → the running one and all that wait end as pre-empted by it', async () => {
    const session = newSession();
    const { stream } = await running(session);
    const behind = await waiting(session, 2);
    const over = await gateway(1).chat(session, steps('over'), { agent_id: 'steps' });
    for (const one of [stream, ...behind]) {
      expect((await one.finished()).terminal).toMatchObject({ event: 'preempted', data: { by_run_id: over.runId } });
    }
    expect(await outcomeOf(over)).toBe('end over');
    expect(await said(session)).toEqual([1, 'a preempted', 2, 3, 4, 'over']);
  });

  test('a message with reject while one runs and one waits → 409 turn_active, and both go on', async () => {
    const session = newSession();
    const { stream, go } = await running(session);
    const [behind] = await waiting(session, 1);
    const body = { message: 'x', agent_id: 'talk', on_active_turn: 'reject' };
    expect(refusalOf(await gateway(1).send('POST', `/sessions/${session}/chat`, body))).toBe('409 turn_active');
    go();
    expect(await Promise.all([stream, behind!].map(outcomeOf))).toEqual(['end ab', 'end 1']);
    expect((await gateway().ask(session, steps('free'), { agent_id: 'steps', on_active_turn: 'reject' })).text).toBe('free');
  });

  test('the running turn asks with a card → who waits with reject ends as card_pending and the card stays; with supersede it runs', async () => {
    const session = newSession();
    stack().effects.hold(`${session}/before`);
    const asking = await gateway().chat(session, 'hi', { agent_id: 'ask' });
    await stack().effects.arrived(`${session}/before`);
    const enqueued = (on_pending_card: 'reject' | 'supersede') =>
      gateway(1).chat(session, steps('b'), { agent_id: 'steps', on_active_turn: 'enqueue', on_pending_card });
    const rejecting = await enqueued('reject');
    await rejecting.next('run');
    stack().effects.release(`${session}/before`);
    const card = cardOf(await asking.finished());
    expect(await outcomeOf(rejecting)).toBe('error card_pending ');
    expect((await gateway(1).pendingCard(session)).card).toEqual(card);

    const answering = await gateway().resume(session, { 'who.name': 'Ada' }, { card_id: card.card_id });
    expect((await answering.finished()).terminal).toMatchObject({ event: 'end', data: { status: 'completed' } });
    const other = newSession();
    stack().effects.hold(`${other}/before`);
    const again = await gateway().chat(other, 'hi', { agent_id: 'ask' });
    await stack().effects.arrived(`${other}/before`);
    const superseding = await gateway(1).chat(other, steps('c'), {
      agent_id: 'steps',
      on_active_turn: 'enqueue',
      on_pending_card: 'supersede',
    });
    await superseding.next('run');
    stack().effects.release(`${other}/before`);
    const superseded = cardOf(await again.finished());
    expect(await outcomeOf(superseding)).toBe('end c');
    expect(await gateway().pendingCard(other)).toEqual({ has_pending_card: false, card: null });
    const late = await gateway().send('POST', `/sessions/${other}/resume`, {
      card_id: superseded.card_id,
      user_response: { answers: [{ field_key: 'who.name', value: 'Ada' }] },
    });
    expect(refusalOf(late)).toBe('409 card_stale');
  });

  test('the session is deleted → all end as aborted, none runs later', async () => {
    const session = newSession();
    const { stream, go } = await running(session);
    const behind = await waiting(session, 2);
    expect((await gateway(1).send('DELETE', `/sessions/${session}`)).status).toBe(204);
    go();
    for (const one of [stream, ...behind]) expect(await outcomeOf(one)).toMatch(/^preempted aborted/);
    expect((await gateway().ask(session, steps('anew'), { agent_id: 'steps' })).text).toBe('anew');
    expect(await said(session)).toEqual([1, 'anew']);
  });
});
