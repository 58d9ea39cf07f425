import { cardOf, resumeBody } from '@parley/testing';
import { steps } from './test/asks.js';
import { refusalOf } from './test/refusal.js';
import { BOTH_TRANSPORTS, gatewayOf, newSession, TRANSPORTS, useStack } from './test/use-stack.js';

const stack = useStack({ gateways: BOTH_TRANSPORTS });

describe.each(TRANSPORTS)('Idempotency-Key over %s', (transport) => {
  const gateway = (which: 0 | 1 = 0) => stack().gateway(gatewayOf(transport, which));
  const key = (value: string) => ({ 'idempotency-key': value });

  test('the same message with the same key, at once, later, on another gateway → one run, seen from its start by all', async () => {
    const session = newSession();
    const message = steps({ wait: 'once' }, 'a');
    const send = (which: 0 | 1) => gateway(which).chat(session, message, { agent_id: 'steps' }, key('k 1'));
    const both = await Promise.all([send(0), send(1)]);
    const runs = await Promise.all(both.map((stream) => stream.finished()));
    const later = await (await send(1)).finished();
    expect([runs[1], later]).toEqual([runs[0], runs[0]]);
    expect(stack().effects.count(`${session}/once`)).toBe(1);
    expect(await gateway().messages(session)).toHaveLength(2);
  });

  test('with other members in another order → the same body; another message or another call with the key → 422', async () => {
    const session = newSession();
    const path = `/sessions/${session}/chat`;
    const first = await gateway().send('POST', path, '{"message":"x","agent_id":"talk","stream":false}', key('k'));
    const second = await gateway(1).send('POST', path, '{"stream":false,"agent_id":"talk","message":"x"}', key('k'));
    expect(second.json).toEqual(first.json);
    expect(refusalOf(await gateway(1).send('POST', path, { message: 'y', agent_id: 'talk', stream: false }, key('k')))).toBe(
      '422 idempotency_mismatch',
    );
    expect(refusalOf(await gateway(1).send('POST', `/sessions/${session}/resume`, resumeBody({ k: 1 }), key('k')))).toBe(
      '422 idempotency_mismatch',
    );
    // Another key is another message; in another session it is another key.
    expect((await gateway().ask(session, 'x', { agent_id: 'talk' }, key('l'))).runId).not.toBe(
      (first.json as { run_id: string }).run_id,
    );
    expect((await gateway().ask(newSession(), 'y', { agent_id: 'talk' }, key('k'))).text).toBe('echo: y');
  });

  test('a resume with a key, repeated while the next card is pending → joins its own run', async () => {
    const session = newSession();
    await gateway().ask(session, 'hi', { agent_id: 'again' });
    const first = await (await gateway().resume(session, { id_number: 'x' }, {}, key('r'))).finished();
    const second = await (await gateway(1).resume(session, { id_number: 'x' }, {}, key('r'))).finished();
    expect(second).toEqual(first);
    expect((await gateway().pendingCard(session)).card).toEqual(cardOf(first));
  });

  test('a refused request with a key → the key is free', async () => {
    const session = newSession();
    await gateway().ask(session, 'hi', { agent_id: 'again' });
    const path = `/sessions/${session}/chat`;
    expect(refusalOf(await gateway().send('POST', path, { message: 'x' }, key('k')))).toBe('409 card_pending');
    await gateway().answer(session, { id_number: '1' });
    expect((await gateway().ask(session, 'y', { agent_id: 'talk' }, key('k'))).text).toBe('echo: y');
  });

  test('the message came through, then a newer one; the first is repeated → its run again, and the newer one is left alone', async () => {
    const session = newSession();
    const first = await gateway().ask(session, 'one', { agent_id: 'talk' }, key('1'));
    stack().effects.hold(`${session}/pause`);
    const stream = await gateway().chat(session, steps('a', { wait: 'pause' }, 'b'), { agent_id: 'steps' });
    await stream.shown('a');
    const again = await gateway(1).chat(session, 'one', { agent_id: 'talk' }, key('1'));
    expect((await again.finished()).runId).toBe(first.runId);
    stack().effects.release(`${session}/pause`);
    expect((await stream.finished()).text).toBe('ab');
  });
});
