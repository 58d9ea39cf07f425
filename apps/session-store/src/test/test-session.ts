import { randomUUID } from 'node:crypto';
import {
  runLeaseKey,
  runLogKey,
  threadIdOf,
  type Answer,
  type AnswerAction,
  type Card,
  type RunId,
  type StoreCalls,
  type StorePattern,
  type ThreadId,
  type TurnAbort,
  type TurnClose,
  type TurnStart,
  type TurnStarted,
} from '@parley/contracts';
import type { Redis } from 'ioredis';
import { cardOf } from './test-card.js';
import { TestWorker } from './test-worker.js';
import { epochOf, turnStartOf, type StartOptions } from './turn-start-of.js';

export interface ResumeOptions extends StartOptions {
  card_id?: string;
  action?: AnswerAction;
}

/** A replica, or a client of one, and the Redis behind it. */
export interface CalledStore {
  call<Pattern extends StorePattern>(
    pattern: Pattern,
    request: StoreCalls[Pattern]['request'],
  ): Promise<StoreCalls[Pattern]['answer']>;
  readonly redis: Redis;
}

/** One consultation, as its user, gateway and workers meet it. */
export class TestSession {
  readonly threadId: ThreadId;

  constructor(
    readonly store: CalledStore,
    readonly sessionId: string = `s-${randomUUID()}`,
    readonly tenantId = 'default',
  ) {
    this.threadId = threadIdOf({ tenantId, owner: '-', sessionId });
  }

  /** The same session, met through another replica. */
  through(store: CalledStore): TestSession {
    return new TestSession(store, this.sessionId, this.tenantId);
  }

  create(fields: { user_id?: string; title?: string; matter_id?: string; metadata?: Record<string, unknown> } = {}) {
    return this.store.call('session.create', { thread_id: this.threadId, agent_id: 'echo', user_id: 'ann', ...fields });
  }

  chat(message: string, options: StartOptions = {}): Promise<TurnStarted> {
    return this.start({ kind: 'chat', message }, options);
  }

  resume(answers: Answer[], { card_id, action = 'submit', ...options }: ResumeOptions = {}): Promise<TurnStarted> {
    return this.start({ kind: 'resume', action, answers, ...(card_id !== undefined && { card_id }) }, options);
  }

  start(request: TurnStart['request'], options: StartOptions = {}): Promise<TurnStarted> {
    return this.store.call('turn.start', this.turnStart(request, options));
  }

  /** A worker takes the run. */
  async claim(run: Pick<TurnStarted, 'run_id' | 'handoff'>, { history_turns = 20, lease_ms = 10_000 } = {}): Promise<TestWorker> {
    const epoch = epochOf(run);
    const claim = await this.tryClaim(run, { epoch, history_turns, lease_ms });
    if (claim.outcome !== 'claimed') throw new Error(`not claimed, but ${claim.outcome}`);
    return new TestWorker(this, run.run_id, epoch, claim);
  }

  /** Another worker takes the run when the lease of its worker is over, which here it is at once. */
  async takeOver(run: Pick<TurnStarted, 'run_id' | 'handoff'>): Promise<TestWorker> {
    await this.store.redis.del(runLeaseKey(this.threadId, run.run_id));
    return this.claim(run);
  }

  tryClaim({ run_id }: Pick<TurnStarted, 'run_id'>, request: { epoch: number; history_turns?: number; lease_ms?: number }) {
    return this.store.call('turn.claim', { thread_id: this.threadId, run_id, history_turns: 20, lease_ms: 10_000, ...request });
  }

  /** A turn from chat to `end`. */
  async talk(message: string, answer: string): Promise<TurnStarted> {
    const run = await this.chat(message);
    const worker = await this.claim(run);
    await worker.says(answer);
    await worker.completes();
    return run;
  }

  /** A turn that ends with a card. */
  async askedWith(card: Card = cardOf(), options: { text?: string; card_ttl_ms?: number } = {}): Promise<Card> {
    const worker = await this.claim(await this.chat('hello'));
    if (options.text) await worker.says(options.text);
    await worker.asks(card, options);
    return card;
  }

  get() {
    return this.store.call('session.get', { thread_id: this.threadId });
  }

  messages(limit = 100, cursor?: string) {
    return this.store.call('message.list', { thread_id: this.threadId, limit, cursor });
  }

  pendingCard() {
    return this.store.call('card.pending', { thread_id: this.threadId });
  }

  abort(runId?: RunId, reason: TurnAbort['reason'] = 'aborted') {
    return this.store.call('turn.abort', { thread_id: this.threadId, reason, ...(runId && { run_id: runId }) });
  }

  find(runId?: RunId) {
    return this.store.call('turn.find', { thread_id: this.threadId, ...(runId && { run_id: runId }) });
  }

  close(runId: RunId, when: TurnClose['when']) {
    const data = { code: 'engine_unavailable', message: 'gone', retryable: true, trace_id: 't' } as const;
    return this.store.call('turn.close', { thread_id: this.threadId, run_id: runId, event: { event: 'error', data }, when });
  }

  delete() {
    return this.store.call('session.delete', { thread_id: this.threadId });
  }

  /** The envelope lines of a run's log, as they are stored. */
  async log(runId: RunId): Promise<string[]> {
    const entries = await this.store.redis.xrange(runLogKey(this.threadId, runId), '-', '+');
    return entries.flatMap(([, fields]) => (fields[1] ?? '').split('\n'));
  }

  async lastEvent(runId: RunId): Promise<{ event: string; data: Record<string, unknown> }> {
    const line = (await this.log(runId)).at(-1) ?? 'null';
    return (JSON.parse(line) as { event: { event: string; data: Record<string, unknown> } }).event;
  }

  /** Every key in Redis that names this session. */
  async keys(): Promise<string[]> {
    return (await this.store.redis.keys(`*${this.sessionId}*`)).sort();
  }

  turnStart(request: TurnStart['request'], options: StartOptions = {}): TurnStart {
    return turnStartOf(this.threadId, request, options);
  }
}
