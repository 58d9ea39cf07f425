import type { RunId, ThreadId } from '@parley/contracts';
import { ActiveRuns } from './active-runs.js';
import { RunStopped } from './run-stopped.js';

const RUN_ID = 'chat-1' as RunId;
const run = (attempt = 1) => ({
  threadId: 'default:-:s1' as ThreadId,
  runId: RUN_ID,
  epoch: 1,
  attempt,
  controller: new AbortController(),
});

test('a run is cancelled → its signal says that it was closed; another run goes on', () => {
  const runs = new ActiveRuns();
  const [active, other] = [run(), { ...run(), runId: 'chat-2' as RunId }];
  runs.add(active);
  runs.add(other);
  runs.cancel(RUN_ID);
  expect([active.controller.signal.reason, other.controller.signal.aborted]).toEqual([new RunStopped('closed'), false]);
});

test('a run is cancelled while it is being claimed → the claim knows it; one that comes later does not', () => {
  const runs = new ActiveRuns();
  const claiming = runs.beginClaim(RUN_ID);
  runs.cancel('chat-2' as RunId);
  expect(claiming.isCancelled).toBe(false);
  runs.cancel(RUN_ID);
  expect(claiming.isCancelled).toBe(true);
  runs.endClaim(claiming);
  expect(runs.beginClaim(RUN_ID).isCancelled).toBe(false);
});

test('a newer attempt of the same run → the older one is told that it was taken over, and its end changes nothing', () => {
  const runs = new ActiveRuns();
  const [older, newer] = [run(1), run(2)];
  runs.add(older);
  runs.add(newer);
  expect(older.controller.signal.reason).toEqual(new RunStopped('taken_over'));
  runs.remove(older);
  expect(runs.get(RUN_ID)).toBe(newer);
});

test('waiting until all are gone → a claim that is under way counts, too', async () => {
  const runs = new ActiveRuns();
  const claiming = runs.beginClaim(RUN_ID);
  const active = run();
  let isEmpty = false;
  const empty = runs.whenEmpty(60_000).then(() => (isEmpty = true));
  runs.add(active);
  runs.endClaim(claiming);
  await Promise.resolve();
  expect(isEmpty).toBe(false);
  runs.remove(active);
  await empty;
});
