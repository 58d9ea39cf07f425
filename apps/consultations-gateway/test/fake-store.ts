import {
  feedChannel,
  ParleyError,
  partsOfThread,
  runKey,
  runLogKey,
  type FeedSession,
  type HandoffMessage,
  type RunEvent,
  type RunHead,
  type RunId,
  type Session,
  type StoreCalls,
  type StorePattern,
  type TerminalEvent,
  type ThreadId,
  type TurnStart,
} from '@parley/contracts';
import { RunAppender, RunLogReader, type RedisClient, type RunRef } from '@parley/run-log';

type Answers = { [Pattern in StorePattern]?: (request: StoreCalls[Pattern]['request']) => unknown };

const EPOCH = 7;
const USER = 'anonymous';
const AT = '2026-01-01T00:00:00.000Z';

/**
 * Stands in for session-store, and for the worker that speaks in its runs: the run logs are real, the rest is as simple as
 * can be. `answers` replaces what a call does.
 */
export class FakeStore {
  readonly calls: { pattern: StorePattern; request: unknown }[] = [];
  answers: Answers = {};
  private readonly sessions = new Map<ThreadId, Session>();
  private readonly handoffs = new Map<string, HandoffMessage>();
  private readonly appender: RunAppender;
  private readonly reader: RunLogReader;

  constructor(private readonly redis: RedisClient) {
    this.appender = new RunAppender(redis);
    this.reader = new RunLogReader(redis);
  }

  call = async (pattern: StorePattern, request: never): Promise<unknown> => {
    this.calls.push({ pattern, request });
    const answer = this.answers[pattern] as ((request: never) => unknown) | undefined;
    if (answer) return answer(request);
    return (this.own[pattern] as ((request: never) => unknown) | undefined)?.(request) ?? {};
  };

  requests<Pattern extends StorePattern>(pattern: Pattern): StoreCalls[Pattern]['request'][] {
    return this.calls.filter((call) => call.pattern === pattern).map((call) => call.request as StoreCalls[Pattern]['request']);
  }

  reset(): void {
    this.calls.length = 0;
    this.answers = {};
  }

  /** The worker says something. */
  async say(run: RunRef, events: RunEvent[]): Promise<void> {
    const head = await this.reader.head(run);
    const outcome = await this.appender.append(run, {
      epoch: EPOCH,
      attempt: head?.attempt ?? 0,
      firstSeq: (head?.lastSeq ?? 0) + 1,
      events,
    });
    if (outcome.outcome !== 'appended') throw new Error(`not appended: ${JSON.stringify(outcome)}`);
  }

  /** The run ends, in two steps, which the real store does in one. */
  async end(run: RunRef, event: TerminalEvent): Promise<void> {
    await this.say(run, [event]);
    await this.redis.hset(runKey(run.threadId, run.runId), 'status', 'closed');
  }

  /** As if its time were over. */
  async expire({ threadId, runId }: RunRef): Promise<void> {
    await this.redis.del(runKey(threadId, runId), runLogKey(threadId, runId));
  }

  addSession(threadId: ThreadId, agentId = 'echo'): void {
    const session_id = partsOfThread(threadId).sessionId;
    this.sessions.set(threadId, {
      ...{ session_id, agent_id: agentId, title: '', created_at: AT, updated_at: AT, turn: 0 },
      ...{ active_run_id: null, awaiting_card: null },
    });
  }

  /** The session is another from now on, or gone, and that is said. */
  async change(threadId: ThreadId, fields: Partial<Session> | undefined): Promise<void> {
    const { tenantId, owner } = partsOfThread(threadId);
    if (fields) this.sessions.set(threadId, { ...this.session(threadId), ...fields });
    else this.sessions.delete(threadId);
    await this.redis.publish(
      feedChannel(tenantId, owner),
      JSON.stringify({ type: 'session', thread_id: threadId, user_id: USER }),
    );
  }

  async startRun({ thread_id: threadId, run_id: runId, handoff, agent_id, request }: TurnStart): Promise<void> {
    this.addSession(threadId, agent_id);
    this.handoffs.set(runId, handoff);
    await this.redis.hset(runKey(threadId, runId), { status: 'open', epoch: EPOCH, attempt: 0, seq: 0, turn: 1 });
    const { sessionId } = partsOfThread(threadId);
    const data = { run_id: runId, session_id: sessionId, turn: 1, agent_id, kind: request.kind };
    await this.say({ threadId, runId }, [{ event: 'run', data }]);
  }

  private session(threadId: ThreadId): Session {
    const session = this.sessions.get(threadId);
    if (!session) throw new ParleyError('session_not_found');
    return session;
  }

  private feedSession(session: Session): FeedSession {
    return { session, user_id: USER, changes_in_ms: 3_600_000 };
  }

  private async head({ thread_id: threadId, run_id: runId }: { thread_id: ThreadId; run_id?: RunId }): Promise<RunHead> {
    this.session(threadId);
    const wanted = runId ?? ([...this.handoffs.keys()].at(-1) as RunId | undefined);
    const head = wanted && (await this.reader.head({ threadId, runId: wanted }));
    if (!wanted || !head) throw new ParleyError('run_expired');
    return { run_id: wanted, turn: 1, status: head.status, last_seq: head.lastSeq, attempt: head.attempt };
  }

  private readonly own: Answers = {
    'session.get': ({ thread_id }) => this.session(thread_id),
    'session.create': ({ thread_id, agent_id }) => {
      const created = !this.sessions.has(thread_id);
      if (created) this.addSession(thread_id, agent_id);
      return { session: this.session(thread_id), created };
    },
    'feed.session': ({ thread_id }) => this.feedSession(this.session(thread_id)),
    'feed.list': ({ user_id = USER }) => ({
      items: user_id === USER ? [...this.sessions.values()].map((session) => this.feedSession(session)) : [],
      next_cursor: null,
    }),
    'session.list': () => ({ items: [...this.sessions.values()], next_cursor: null }),
    'turn.start': async (turn) => {
      await this.startRun(turn);
      const options = { ...turn.handoff.payload.options, epoch: EPOCH };
      const handoff = { ...turn.handoff, payload: { ...turn.handoff.payload, options } };
      return { outcome: 'started', run_id: turn.run_id, turn: 1, handoff };
    },
    'turn.find': (request) => this.head(request),
    'turn.close': async ({ thread_id: threadId, run_id: runId, event }) => {
      await this.end({ threadId, runId }, event);
      return { closed: true };
    },
  };
}
