import { eventsOfLines, runKey, runLogKey, type NumberedEvent } from '@parley/contracts';
import type { RunRef } from './run-ref.js';
import type { RedisClient } from './script.js';

export interface RunLogHead {
  status: 'open' | 'closed';
  lastSeq: number;
  /** How many workers have taken the run; 0 = none yet. */
  attempt: number;
}

/** Log entries per read: what one catching-up follower holds in memory at a time. */
const ENTRIES_PER_READ = 4;

/** Reads run logs. */
export class RunLogReader {
  constructor(private readonly redis: RedisClient) {}

  /** Where a run's log stands; undefined where there is none (any more), which means closed. */
  async head({ threadId, runId }: RunRef): Promise<RunLogHead | undefined> {
    const [status, seq, attempt] = await this.redis.hmget(runKey(threadId, runId), 'status', 'seq', 'attempt');
    if (status !== 'open' && status !== 'closed') return undefined;
    return { status, lastSeq: Number(seq), attempt: Number(attempt) };
  }

  /** The next events after `afterSeq`, in order; not necessarily all of them; none where the log ends there or is gone. */
  async read({ threadId, runId }: RunRef, afterSeq: number): Promise<NumberedEvent[]> {
    const entries = await this.redis.xrange(runLogKey(threadId, runId), `(${afterSeq}-0`, '+', 'COUNT', ENTRIES_PER_READ);
    return entries.flatMap(([, fields]) => eventsOfLines(fields[1] ?? '')).filter((event) => event.seq > afterSeq);
  }
}
