import { ParleyError, type HandoffMessage, type StoreCalls, type StorePattern } from '@parley/contracts';
import type { AppLogger, StoreClient } from '@parley/platform';
import { EngineConfig } from '../config.js';
import { FailedJobs } from './failed-jobs.js';

const MESSAGE = { id: 'chat-1', sessionKey: 'default:-:s1', traceId: 't', headers: { language: 'en' } } as HandoffMessage;

/** A store that closes the run at the nth time it is asked to, and what it was asked; it is away the first times it is called. */
function failedJobs(
  closesAt: number,
  { status = 'open', timesAway = 0 }: { status?: 'open' | 'closed'; timesAway?: number } = {},
) {
  const closes: StoreCalls['turn.close']['request'][] = [];
  const store = {
    async call(pattern: StorePattern, request: object) {
      if (timesAway-- > 0) throw new ParleyError('store_unavailable');
      if (pattern === 'turn.find') return { attempt: 4, status };
      closes.push(request as StoreCalls['turn.close']['request']);
      return { closed: closes.length === closesAt };
    },
  } as unknown as StoreClient;
  const log = { error: () => undefined, warn: () => undefined } as unknown as AppLogger;
  const config = Object.assign(new EngineConfig(), { STALL_DETECT_MS: 40 });
  return { closes, store, jobs: new FailedJobs(store, config, log) };
}

test('its last worker is still known as alive → asked again until its lease is over, then closed', async () => {
  const { jobs, closes } = failedJobs(3);
  await jobs.close(MESSAGE, new Error('stalled'));
  expect(closes).toHaveLength(3);
  expect(closes[0]).toMatchObject({ run_id: 'chat-1', when: { attempt: 4, lease_lapsed: true }, event: { event: 'error' } });
});

test('somebody else has closed it → asked once', async () => {
  const { jobs, closes } = failedJobs(99, { status: 'closed' });
  await jobs.close(MESSAGE, new Error('stalled'));
  expect(closes).toHaveLength(1);
});

test('a worker has it after all → left alone when the lease could have lapsed', async () => {
  const { jobs, closes } = failedJobs(99);
  await jobs.close(MESSAGE, new Error('stalled'));
  expect(closes).toHaveLength(5);
});

test('the store is away for a while → closed when it is back', async () => {
  const { jobs, closes } = failedJobs(1, { timesAway: 2 });
  await jobs.close(MESSAGE, new Error('stalled'));
  expect(closes).toHaveLength(1);
});

test('the store refuses → nothing is thrown', async () => {
  const { jobs, store } = failedJobs(1);
  store.call = async () => Promise.reject(new ParleyError('session_not_found'));
  await expect(jobs.close(MESSAGE, new Error('stalled'))).resolves.toBeUndefined();
});
