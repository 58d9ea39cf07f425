import { threadIdOf, type RunId } from '@parley/contracts';
import { Drain } from '@parley/platform';
import { RunFollowers, type RunRef } from '@parley/run-log';
import { EventStream } from './event-stream.js';
import { startGateway, type TestGateway, until } from './gateway.js';

const END = { event: 'end', data: { status: 'completed', output: '' } } as const;

let gateway: TestGateway;
beforeEach(async () => (gateway = await startGateway()));
afterEach(() => gateway.stop());

const runOf = (sessionId: string, runId: string | null): RunRef => ({
  threadId: threadIdOf({ tenantId: 'default', owner: '-', sessionId }),
  runId: runId as RunId,
});
const followed = (): number => gateway.app.get(RunFollowers, { strict: false }).size;

describe('clients that leave', () => {
  it('in mid-stream → nothing of them is left, and the run is not touched', async () => {
    const leaving = new AbortController();
    const response = await gateway.fetch('/sessions/s/chat', { method: 'POST', body: { message: 'x' }, signal: leaving.signal });
    expect(followed()).toBe(1);
    leaving.abort();
    await until(() => followed() === 0, 'nobody follows');
    await until(
      async () => (await gateway.redis.pubsub('NUMSUB', `ai:handoff:agent-chat:${response.headers.get('x-run-id')}`))[1] === 0,
      'no subscription',
    );
    expect(gateway.store.calls.map(({ pattern }) => pattern)).toEqual(['session.get', 'turn.start']);
  });

  it('while they wait for a document → the same', async () => {
    const leaving = new AbortController();
    const asked = gateway.fetch('/sessions/s/chat', {
      method: 'POST',
      body: { message: 'x', stream: false },
      signal: leaving.signal,
    });
    await until(() => followed() === 1, 'somebody follows');
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await until(() => followed() === 0, 'nobody follows');
  });

  it('one of two that follow → the other one sees the end', async () => {
    const leaving = new AbortController();
    const first = await gateway.fetch('/sessions/s/chat', { method: 'POST', body: { message: 'x' }, signal: leaving.signal });
    const second = new EventStream(await gateway.fetch('/sessions/s/stream'));
    leaving.abort();
    await gateway.store.end(runOf('s', first.headers.get('x-run-id')), END);
    await second.ended;
    expect(second.names).toEqual(['replay', 'run', 'end']);
  });
});

describe('a gateway that leaves', () => {
  it('draining → not ready, no new runs, and those that are followed are seen to their end', async () => {
    const response = await gateway.fetch('/sessions/s/chat', { method: 'POST', body: { message: 'x' } });
    const stream = new EventStream(response);
    let isDrained = false;
    const drained = gateway.app
      .get(Drain)
      .begin()
      .then(() => (isDrained = true));
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(503);
    const refused = await gateway.fetch('/sessions/t/chat', { method: 'POST', body: { message: 'x' } });
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'draining' }]);
    expect(isDrained).toBe(false);
    await gateway.store.end(runOf('s', response.headers.get('x-run-id')), END);
    await stream.ended;
    await drained;
    expect(stream.names).toEqual(['run', 'end']);
  });
});
