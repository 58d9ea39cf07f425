// What sessions take in Redis, by what it is.
import { DEFAULT_TENANT, threadBase, threadIdOf, UNVERIFIED_OWNER } from '@parley/contracts';

/** `name`: of a key, after its session's base. */
function kindOf(name) {
  if (name === 'messages') return 'messages';
  if (name.startsWith('checkpoints')) return 'checkpoint';
  if (name === 'runs') return 'run index';
  return name.startsWith('run:') ? 'run logs' : 'session';
}

/** The mean of these sessions: bytes by kind, and `keys`, how many there are. */
export async function measureMemory(redis, sessionIds) {
  const sums = { checkpoint: 0, session: 0, messages: 0, 'run index': 0, 'run logs': 0, keys: 0 };
  for (const sessionId of sessionIds) await addSession(redis, sessionId, sums);
  return Object.fromEntries(Object.entries(sums).map(([kind, sum]) => [kind, sum / sessionIds.length]));
}

async function addSession(redis, sessionId, sums) {
  const base = threadBase(threadIdOf({ tenantId: DEFAULT_TENANT, owner: UNVERIFIED_OWNER, sessionId }));
  for await (const keys of redis.scanStream({ match: `${base}*`, count: 5000 })) {
    const pipeline = redis.pipeline();
    for (const key of keys) pipeline.call('MEMORY', 'USAGE', key, 'SAMPLES', '0');
    const answers = await pipeline.exec();
    keys.forEach((key, i) => {
      sums[kindOf(key.slice(base.length))] += answers[i][1] ?? 0;
      sums.keys += 1;
    });
  }
}
