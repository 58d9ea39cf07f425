import { type Client, createClient } from '@parley/client';
import { TcpProxy } from '@parley/testing';
import { Gate } from './test/gate.js';
import { ONE_EACH, newSession, TRANSPORTS, useStack } from './test/use-stack.js';

const stack = useStack({ gateways: ONE_EACH });

describe.each(TRANSPORTS)('the client over %s', (transport) => {
  const which = TRANSPORTS.indexOf(transport);
  const clientOf = (port = stack().gateway(which).port): Client =>
    createClient({ baseUrl: `http://127.0.0.1:${port}`, retry: { firstMs: 50 } });

  test('what waits behind an answer is stopped, and what is to be followed instead is not there → the answer speaks on', async () => {
    const session = clientOf().session(newSession());
    const gate = new Gate<string>();
    stack().model.when({ last_user_includes: 'hi' }, { tokens: gate });
    const told: string[] = [];
    const run = session.chat('hi', { agent_id: 'talk', onToken: (text) => told.push(text) });
    gate.push('a');
    await run.accepted;
    const waiting = session.chat('later', { agent_id: 'talk', on_active_turn: 'enqueue' });
    const runId = await waiting.accepted;
    await expect(session.abort({ runId })).resolves.toEqual({ aborted: true, run_id: runId });
    await expect(waiting.result).resolves.toMatchObject({ status: 'preempted', reason: 'aborted' });
    const lost = session.follow({ runId: 'chat-01890a5d-ac96-774b-bcce-b302099a8057' });
    await expect(lost.result).rejects.toMatchObject({ code: 'run_expired' });
    gate.push('b');
    gate.end();
    await expect(run.result).resolves.toMatchObject({ status: 'completed', text: 'ab' });
    expect(told).toEqual(['a', 'b']);
  });

  test('a session is deleted while its feed has no connection → told so, and the feed ends', async () => {
    const proxy = await TcpProxy.start({ targetPort: stack().gateway(which).port });
    try {
      const direct = clientOf();
      const { session_id: sessionId } = await direct.sessions.create({ agent_id: 'talk' });
      const told: unknown[] = [];
      const feed = clientOf(proxy.port).feed({ sessionId, onDeleted: (id) => told.push(id) });
      await expect(feed.next()).resolves.toMatchObject({ value: { session_id: sessionId } });
      const ended = feed.next();
      await proxy.cut();
      await direct.sessions.delete(sessionId);
      await proxy.restore();
      await expect(ended).resolves.toEqual({ done: true, value: undefined });
      expect(told).toEqual([sessionId]);
    } finally {
      await proxy.stop();
    }
  });
});
