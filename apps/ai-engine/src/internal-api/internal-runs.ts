import { Inject, Injectable } from '@nestjs/common';
import {
  isThreadId,
  ParleyError,
  type ExecuteRequest,
  type HandoffMessage,
  type InternalResumeRequest,
  type NumberedEvent,
  type RunId,
  type ThreadId,
} from '@parley/contracts';
import { currentTraceId, LOGGER, StoreClient, withLogContext, type AppLogger } from '@parley/platform';
import type { RunFollowers } from '@parley/run-log';
import { v7 as uuidv7 } from 'uuid';
import { RUN_FOLLOWERS } from '../redis.js';
import { TurnRunner } from '../run/turn-runner.js';
import { QueueWorker } from '../worker/queue-worker.js';
import { newHandoff, TurnStarter, type StartedTurn } from '../run/turn-starter.js';

/** A call of the internal API, whichever of the two it is. */
export type InternalCall = { kind: 'chat'; body: ExecuteRequest } | { kind: 'resume'; body: InternalResumeRequest };

/** Runs turns for callers of the internal API: the same runner, journal and commit as the queue's. */
@Injectable()
export class InternalRuns {
  constructor(
    private readonly starter: TurnStarter,
    private readonly runner: TurnRunner,
    private readonly queue: QueueWorker,
    private readonly store: StoreClient,
    @Inject(RUN_FOLLOWERS) private readonly followers: RunFollowers,
    @Inject(LOGGER) private readonly log: AppLogger,
  ) {}

  /**
   * Starts the turn, unless the caller did (`run_id` and `epoch`), and follows it from its first event. Every refusal is
   * thrown before anything is streamed. Whoever stops reading cancels nothing.
   */
  async open(call: InternalCall, language: string, signal: AbortSignal): Promise<AsyncIterable<NumberedEvent[]>> {
    const threadId = threadIdOfBody(call.body.thread_id);
    const handoff = handoffOf(call, threadId, language);
    const { epoch } = call.body;
    if ((epoch === undefined) !== (call.body.run_id === undefined))
      throw oneWithoutTheOther(epoch === undefined ? 'epoch' : 'run_id');
    const started = epoch === undefined ? await this.starter.start(handoff) : await this.startedBefore(handoff, epoch);
    const events = await this.followers.follow({ threadId, runId: started.message.id as RunId }, { afterSeq: 0, signal });
    if (!started.isJoined) this.work(started);
    return events;
  }

  /** The caller's own turn. Throws `run_expired` where there is no such run, and refuses another epoch than its own. */
  private async startedBefore(handoff: HandoffMessage, epoch: number): Promise<StartedTurn> {
    const run = { thread_id: handoff.sessionKey as ThreadId, run_id: handoff.id as RunId };
    const head = await this.store.call('turn.find', run);
    if (head.status === 'open' && head.epoch !== epoch)
      throw new ParleyError('validation_failed', {
        errors: [{ path: 'epoch', message: `epoch is not the one of run ${handoff.id}` }],
      });
    return { message: withEpoch(handoff, epoch), epoch, isJoined: head.status === 'closed' };
  }

  /** What this process can't finish goes on through the queue. */
  private async workOff(message: HandoffMessage, epoch: number): Promise<void> {
    if ((await this.runner.run(message, epoch)) === 'handed_back') await this.queue.enqueueAgain(withEpoch(message, epoch));
  }

  private work({ message, epoch }: StartedTurn): void {
    const context = { trace_id: message.traceId, run_id: message.id, session_id: message.headers.conversationId };
    withLogContext(context, () => {
      this.workOff(message, epoch).catch((err: unknown) =>
        this.log.error({ err }, 'a run could not be worked off; its deadline closes it'),
      );
    });
  }
}

function handoffOf(call: InternalCall, threadId: ThreadId, language: string): HandoffMessage {
  const { body } = call;
  return newHandoff({
    runId: (body.run_id ?? `chat-${uuidv7()}`) as RunId,
    threadId,
    ...(call.kind === 'chat' && { agentId: call.body.agent_id }),
    userId: call.kind === 'chat' ? call.body.user.id : 'anonymous',
    language,
    traceId: currentTraceId(),
    request:
      call.kind === 'chat'
        ? { message: call.body.message }
        : { card_id: call.body.card_id, user_response: call.body.user_response },
  });
}

function withEpoch(message: HandoffMessage, epoch: number): HandoffMessage {
  return { ...message, payload: { ...message.payload, options: { ...message.payload.options, epoch } } };
}

export function threadIdOfBody(text: string): ThreadId {
  if (isThreadId(text)) return text;
  throw new ParleyError('validation_failed', {
    errors: [{ path: 'thread_id', message: 'thread_id must be <tenant_id>:<owner>:<session_id>' }],
  });
}

function oneWithoutTheOther(missing: string): ParleyError {
  const message = `${missing} is missing: run_id and epoch come together, from a turn that was started, or not at all`;
  return new ParleyError('validation_failed', { errors: [{ path: missing, message }] });
}
