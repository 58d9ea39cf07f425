import { Inject, Injectable } from '@nestjs/common';
import {
  ParleyError,
  runKey,
  runLeaseKey,
  sessionKey,
  type HandoffMessage,
  type RunId,
  type StoreCalls,
  type TerminalEvent,
  type ThreadId,
  type TurnClose,
  type TurnEnd,
  type TurnEnded,
} from '@parley/contracts';
import { REDIS } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { SessionStoreConfig } from '../config.js';
import { SCRIPTS } from '../redis/scripts.js';
import { threadArgs } from '../redis/thread-args.js';
import { SessionIndex } from '../sessions/session-index.js';
import { failed, preempted } from './closing-events.js';
import { languageOf } from './language-of.js';

/** The ways a turn ends. Each is one script, and the first one wins. */
@Injectable()
export class EndTurn {
  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    private readonly config: SessionStoreConfig,
    private readonly index: SessionIndex,
  ) {}

  /** By the worker that holds it. */
  async end(turn: TurnEnd): Promise<TurnEnded> {
    const { thread_id: threadId, run_id: runId, event, card } = turn;
    const outcome = await SCRIPTS.turnEnd.run(
      this.redis,
      [sessionKey(threadId), runKey(threadId, runId)],
      [
        ...threadArgs(threadId, this.config),
        runId,
        String(turn.epoch),
        String(turn.attempt),
        String(turn.last_seq),
        event.event,
        JSON.stringify(event),
        String(turn.answers_upto),
        ...(card ? [card.card_id, JSON.stringify(card), String(turn.card_ttl_ms ?? 0)] : []),
      ],
    );
    if (outcome === -1) return { outcome: 'closed' };
    if (outcome !== 0) return { outcome: 'out_of_step', last_seq: Number(outcome) };
    await this.index.touch(threadId);
    return { outcome: 'ended' };
  }

  /** By somebody who does not hold it. */
  async close({ thread_id: threadId, run_id: runId, event, when }: TurnClose): Promise<StoreCalls['turn.close']['answer']> {
    const closed = await SCRIPTS.turnClose.run(
      this.redis,
      [sessionKey(threadId), runKey(threadId, runId), runLeaseKey(threadId, runId)],
      [
        ...threadArgs(threadId, this.config),
        runId,
        String(when.attempt ?? ''),
        when.lease_lapsed ? '1' : '0',
        event.event,
        JSON.stringify(await this.inItsWords(threadId, runId, event)),
        when.withdraw ? '1' : '0',
        when.alone ? '1' : '0',
      ],
    );
    if (closed === 1) await this.index.touch(threadId);
    return { closed: closed === 1 };
  }

  /** Whoever closes it for its user speaks the language that the user asked in, under the run's own trace id. */
  private async inItsWords(threadId: ThreadId, runId: RunId, event: TerminalEvent): Promise<TerminalEvent> {
    if (event.event !== 'error') return event;
    const handoff = await this.redis.hget(runKey(threadId, runId), 'handoff');
    if (handoff === null) return event;
    const message = JSON.parse(handoff) as HandoffMessage;
    return failed(event.data.code, languageOf(message), message.traceId);
  }

  /** By its user, or because nobody follows it any more, which is looked at again here. Throws `session_not_found`. */
  async abort(request: StoreCalls['turn.abort']['request']): Promise<StoreCalls['turn.abort']['answer']> {
    const { thread_id: threadId, run_id: wanted, reason } = request;
    const args = [
      ...threadArgs(threadId, this.config),
      wanted ?? '',
      JSON.stringify(preempted(reason)),
      reason === 'disconnected' ? '1' : '0',
    ];
    const aborted = (await SCRIPTS.turnAbort.run(this.redis, [sessionKey(threadId)], args)) as RunId | '' | null;
    if (aborted === null) throw new ParleyError('session_not_found');
    if (aborted === '') return { aborted: false };
    await this.index.touch(threadId);
    return { aborted: true, run_id: aborted };
  }
}
