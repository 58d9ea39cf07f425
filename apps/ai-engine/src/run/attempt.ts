import { setTimeout as delay } from 'node:timers/promises';
import {
  ParleyError,
  type ClaimedTurn,
  type HandoffMessage,
  type Lang,
  type RunId,
  type ThreadId,
  type TurnEnd,
} from '@parley/contracts';
import type { Agent } from '../agents/agent.js';
import { shownUpTo } from '../graph/consultation.js';
import type { RunContext } from '../graph/run-context.js';
import type { ThreadState } from '../graph/thread-state.js';
import { UsageMeter } from '../model/usage-meter.js';
import type { ActiveRun } from './active-runs.js';
import { RunJournal } from './run-journal.js';
import { endEvent, errorEvent, outcomeOfError, type TurnOutcome } from './turn-outcome.js';
import type { TurnRunnerDeps } from './turn-runner.js';
import { unlessAway } from './unless-away.js';

const CLOSE_RETRY_MS = 200;

/** One worker's go at one run, from the claim on. It is fenced: a newer attempt shuts it out wherever it writes. */
export class Attempt implements ActiveRun {
  readonly controller = new AbortController();
  readonly threadId: ThreadId;
  readonly runId: RunId;
  readonly attempt: number;
  private readonly lang: Lang;
  private readonly usage = new UsageMeter();
  private readonly journal: RunJournal;
  private readonly deadline: NodeJS.Timeout;
  private saved: ThreadState | undefined;

  constructor(
    private readonly deps: TurnRunnerDeps,
    private readonly message: HandoffMessage,
    readonly epoch: number,
    private readonly claimed: ClaimedTurn,
  ) {
    this.threadId = message.sessionKey as ThreadId;
    this.runId = message.id as RunId;
    this.attempt = claimed.attempt;
    this.lang = message.headers.language === 'en' ? 'en' : 'zh';
    const { last_seq, shown_text, remaining_ms } = claimed;
    this.journal = new RunJournal(
      (batch) => deps.appender.append(this, batch),
      { runId: this.runId, epoch, attempt: claimed.attempt, lastSeq: last_seq, text: shown_text },
      this.controller.signal,
      (reason) => this.controller.abort(reason),
    );
    this.deadline = setTimeout(() => this.controller.abort(new ParleyError('turn_timeout')), Math.max(0, remaining_ms));
  }

  /** Through the graph, from wherever the thread stands. Never throws. */
  async consult(): Promise<TurnOutcome> {
    const { signal } = this.controller;
    try {
      const { consultation, agents } = this.deps;
      const agent = agents.get(this.claimed.agent_id);
      this.saved = await consultation.load(this.threadId);
      const shown = shownUpTo(this.saved, this.runId);
      if (this.claimed.last_seq > shown.seq) this.journal.rewind(shown);
      const { card } = await consultation.run(this.contextFor(agent), this.saved);
      await this.journal.settled();
      return card ? { kind: 'interrupted', card } : { kind: 'completed' };
    } catch (error) {
      return outcomeOfError(error, signal);
    }
  }

  /** Commits the outcome. Resolves when the turn is closed, by this attempt or by somebody who was faster. */
  async close(outcome: TurnOutcome): Promise<void> {
    if (outcome.kind === 'stopped') return;
    const lastSeq = await this.journal.drained();
    let end = await this.turnEnd(outcome, lastSeq);
    for (;;) {
      const ended = await unlessAway(this.deps.store.call('turn.end', end));
      if (ended === undefined) await delay(CLOSE_RETRY_MS);
      else if (ended.outcome === 'out_of_step') end = this.lostTail(end, ended.last_seq);
      else return;
    }
  }

  /** Lets go of the run, which goes on elsewhere from its last checkpoint. */
  async giveBack(): Promise<void> {
    await this.journal.drained();
    // Without it the next worker waits until the lease lapses.
    await this.deps.leases.release(this).catch(() => undefined);
  }

  release(): void {
    clearTimeout(this.deadline);
    // Whatever a skill left running learns that the turn is over.
    this.controller.abort(new ParleyError('internal', { detail: 'The turn is over.' }));
  }

  private async turnEnd(outcome: Exclude<TurnOutcome, { kind: 'stopped' }>, lastSeq: number): Promise<TurnEnd> {
    const base = { thread_id: this.threadId, run_id: this.runId, epoch: this.epoch, attempt: this.attempt, last_seq: lastSeq };
    if (outcome.kind === 'failed') {
      const event = errorEvent(outcome.error.code, this.lang, this.message.traceId);
      return { ...base, event, answers_upto: await this.mergedUpTo() };
    }
    const event = endEvent(outcome.kind, this.journal.text, this.usage.total);
    const merged = { ...base, event, answers_upto: this.claimed.turn };
    if (outcome.kind === 'completed') return merged;
    const { cardTtlMs } = this.deps.agents.get(this.claimed.agent_id);
    return { ...merged, card: outcome.card, ...(cardTtlMs !== undefined && { card_ttl_ms: cardTtlMs }) };
  }

  /** The log lost what the user was shown (a fail-over): the turn can't claim to be complete. */
  private lostTail({ card: _card, ...end }: TurnEnd, lastSeq: number): TurnEnd {
    return { ...end, last_seq: lastSeq, event: errorEvent('store_unavailable', this.lang, this.message.traceId) };
  }

  /** A failed turn has merged its answers exactly where a checkpoint says so. */
  private async mergedUpTo(): Promise<number> {
    const saved = await this.deps.consultation.load(this.threadId).catch(() => this.saved);
    return saved?.answersUpto ?? 0;
  }

  private contextFor(agent: Agent): RunContext {
    const { threadId, runId, epoch, claimed, lang, journal, usage } = this;
    const { model, tools, log } = this.deps;
    return {
      ...{ threadId, runId, epoch, agent, claimed, lang, journal, usage, model, tools },
      user: { id: claimed.user_id, tenant_id: this.message.tenantId },
      log: log.ofSkill({ agent_id: agent.id }),
      isTracing: log.isTracing,
      signal: this.controller.signal,
    };
  }
}
