// All that is known of a run from Redis, for whoever has to find out what happened to it.
import {
  BULL_PREFIX,
  HANDOFF_QUEUE,
  runKey,
  runLeaseKey,
  runLogKey,
  runViewersKey,
  sessionKey,
  threadIdOf,
} from '@parley/contracts';

const queueKey = (name) => `${BULL_PREFIX}:${HANDOFF_QUEUE}:${name}`;

export const threadOf = (sessionId) => threadIdOf({ tenantId: 'default', owner: '-', sessionId });

/** How many workers have taken it; 0 where it is not known (any more). */
export async function attemptsOf({ redis }, { sessionId, runId }) {
  return Number(await redis.hget(runKey(threadOf(sessionId), runId), 'attempt'));
}

export async function aboutRun({ redis }, { sessionId, runId, nonce, ledger }) {
  const thread = threadOf(sessionId);
  const run = await redis.hgetall(runKey(thread, runId));
  const about = {
    run_id: runId,
    nonce,
    now: Date.now(),
    seen: ledger.events.slice(-3),
    run: { ...run, handoff: run.handoff && '…' },
    session: await redis.hgetall(sessionKey(thread)),
    lease: await redis.pttl(runLeaseKey(thread, runId)),
    viewers: await redis.zrange(runViewersKey(thread, runId), '0', '-1', 'WITHSCORES'),
    logged: (await redis.xrevrange(runLogKey(thread, runId), '+', '-', 'COUNT', 1)).flat().map(String),
    job: await aboutJob(redis, runId),
  };
  return JSON.stringify(about);
}

async function aboutJob(redis, runId) {
  const { data: _data, ...job } = await redis.hgetall(queueKey(runId));
  const lists = await Promise.all(['wait', 'active', 'paused'].map((name) => redis.lpos(queueKey(name), runId)));
  const lock = await redis.pttl(queueKey(`${runId}:lock`));
  return { ...job, wait: lists[0], active: lists[1], paused: lists[2], lock };
}
