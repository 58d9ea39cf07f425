import { Inject, Injectable } from '@nestjs/common';
import { ParleyError, runKey, type HandoffMessage, type RunHead, type RunId, type ThreadId } from '@parley/contracts';
import { REDIS } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { SessionsService } from '../sessions/sessions.service.js';
import { withEpoch } from './with-epoch.js';

/** Says where a run stands. */
@Injectable()
export class FindRun {
  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Without `runId`: the active run, else the latest. Throws `session_not_found`, and `run_expired` where the session
   * has no such run (any more).
   */
  async find(threadId: ThreadId, runId?: RunId): Promise<RunHead> {
    const [active, latest] = await this.sessions.read(threadId, ['active_run', 'latest_run']);
    const wanted = runId ?? ((active || latest) as RunId | null | undefined);
    if (!wanted) throw new ParleyError('run_expired', { detail: 'This session has had no run yet.' });
    const fields = ['status', 'turn', 'seq', 'attempt', 'epoch', 'handoff'] as const;
    const [status, turn, seq, attempt, epoch, handoff] = await this.redis.hmget(runKey(threadId, wanted), ...fields);
    if (status !== 'open' && status !== 'closed')
      throw new ParleyError('run_expired', { detail: `The log of run ${wanted} is gone.` });
    // A turn that waits behind another has no epoch yet, and is not to be enqueued.
    const isWaiting = status === 'open' && attempt === '0' && epoch && handoff;
    return {
      run_id: wanted,
      turn: Number(turn),
      status,
      last_seq: Number(seq),
      attempt: Number(attempt),
      ...(epoch && { epoch: Number(epoch) }),
      ...(isWaiting && { handoff: withEpoch(JSON.parse(handoff) as HandoffMessage, Number(epoch)) }),
    };
  }
}
