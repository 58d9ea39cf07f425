import { Injectable } from '@nestjs/common';
import type { Lang, NumberedEvent, RunHead, RunId } from '@parley/contracts';
import { addLogContext, currentTraceId, StoreClient } from '@parley/platform';
import type { ReplayData } from '@parley/wire';
import type { FollowedRun } from '../runs/followed-run.js';
import { RunStarter } from '../runs/run-starter.js';
import type { SessionScope } from '../sessions/session-scope.js';
import { checkHasHappened, type LastEvent } from './last-event-id.js';

export interface ReplayAsk {
  scope: SessionScope;
  /** Absent: the active run, else the latest. */
  runId?: RunId;
  lastEvent?: LastEvent;
  language: Lang;
  viewer: AbortSignal;
}

/** A run to be seen again. */
export interface Replay {
  replay: ReplayData;
  run: FollowedRun;
  /** The client has seen all of it: no event is left. */
  isOver: boolean;
}

/** Clients that come back to a run. */
@Injectable()
export class ReplayService {
  constructor(
    private readonly store: StoreClient,
    private readonly starter: RunStarter,
  ) {}

  /** Throws `session_not_found`, `run_expired`, and `validation_failed` for an event that has not happened yet. */
  async open({ scope, runId, lastEvent, language, viewer }: ReplayAsk): Promise<Replay> {
    const { threadId, sessionId } = scope;
    const wanted = runId ?? lastEvent?.runId;
    const head = await this.store.call('turn.find', { thread_id: threadId, ...(wanted && { run_id: wanted }) });
    addLogContext({ run_id: head.run_id });
    if (lastEvent) checkHasHappened(lastEvent, head.last_seq);
    const afterSeq = lastEvent?.seq ?? 0;
    const finished = head.status === 'closed';
    const isOver = finished && afterSeq === head.last_seq;
    const followed = isOver ? nothing() : await this.follow({ scope, language, viewer }, head, afterSeq);
    return {
      replay: { run_id: head.run_id, from_seq: afterSeq + 1, to_seq: head.last_seq, finished },
      run: {
        ...followed,
        runId: head.run_id,
        sessionId,
        turn: head.turn,
        fromSeq: afterSeq + 1,
        language,
        traceId: currentTraceId(),
      },
      isOver,
    };
  }

  private async follow(
    { scope, language, viewer }: Pick<ReplayAsk, 'scope' | 'language' | 'viewer'>,
    head: RunHead,
    afterSeq: number,
  ): Promise<Pick<FollowedRun, 'events' | 'view'>> {
    const watched = { run: { threadId: scope.threadId, runId: head.run_id }, language, traceId: currentTraceId() };
    const followed = await this.starter.followAgain(watched, afterSeq, viewer);
    if (head.handoff) await this.starter.dispatchAgain(head.handoff);
    return followed;
  }
}

async function* noEvents(): AsyncGenerator<NumberedEvent[], void> {}

const nothing = () => ({
  events: noEvents(),
  view: { close: async (): Promise<void> => undefined, end: () => undefined, failed: () => undefined },
});
