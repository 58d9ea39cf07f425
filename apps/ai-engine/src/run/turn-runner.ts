import { setTimeout as delay } from 'node:timers/promises';
import type { ClaimedTurn, HandoffMessage, RunId, StoreCalls, StorePattern, ThreadId } from '@parley/contracts';
import type { RunAppender, RunLease } from '@parley/run-log';
import type { AgentCatalog } from '../agents/agent-catalog.js';
import type { Consultation } from '../graph/consultation.js';
import type { ModelClient } from '../model/model-client.js';
import type { Tools } from '../tools/tools.js';
import type { ActiveRuns } from './active-runs.js';
import { Attempt } from './attempt.js';
import type { EngineLog } from './engine-log.js';
import { RunStopped } from './run-stopped.js';
import { unlessAway } from './unless-away.js';

/** The part of session-store that a worker needs. */
export interface TurnStore {
  call<Pattern extends StorePattern>(
    pattern: Pattern,
    request: StoreCalls[Pattern]['request'],
  ): Promise<StoreCalls[Pattern]['answer']>;
}

export interface TurnRunnerDeps {
  store: TurnStore;
  appender: RunAppender;
  leases: RunLease;
  agents: AgentCatalog;
  consultation: Consultation;
  model: ModelClient;
  tools: Tools;
  activeRuns: ActiveRuns;
  leaseMs: number;
  log: EngineLog;
}

const CLAIM_RETRY_MS = 200;

/** Works turns off: claim, graph, commit. Whatever happens, a turn has exactly one terminal event, its own or somebody else's. */
export class TurnRunner {
  constructor(private readonly deps: TurnRunnerDeps) {}

  /**
   * Resolves with `ended` when the turn has ended, here or elsewhere, and with `handed_back` when it must go on elsewhere.
   * While the store is away it waits: a run whose time passes meanwhile is closed by then.
   */
  async run(message: HandoffMessage, epoch: number): Promise<'ended' | 'handed_back'> {
    const attempt = await this.attempt(message, epoch);
    if (typeof attempt === 'string') return attempt;
    const { activeRuns, log } = this.deps;
    try {
      const outcome = await attempt.consult();
      if (outcome.kind === 'failed') log.failed(outcome.error, { run_id: message.id, attempt: attempt.attempt });
      if (outcome.kind === 'stopped' && outcome.why === 'handed_back') {
        await attempt.giveBack();
        return 'handed_back';
      }
      await attempt.close(outcome);
      return 'ended';
    } finally {
      attempt.release();
      activeRuns.remove(attempt);
    }
  }

  /** Takes the run; or says what became of it where there is nothing to take. */
  private async attempt(message: HandoffMessage, epoch: number): Promise<Attempt | 'ended' | 'handed_back'> {
    const { activeRuns } = this.deps;
    const claiming = activeRuns.beginClaim(message.id as RunId);
    try {
      const claim = await this.claim(message, epoch);
      if (typeof claim === 'string') return claim;
      const attempt = new Attempt(this.deps, message, epoch, claim);
      activeRuns.add(attempt);
      // Told while the claim's answer was on its way, and not told again.
      if (claiming.isCancelled) attempt.controller.abort(new RunStopped('closed'));
      return attempt;
    } finally {
      activeRuns.endClaim(claiming);
    }
  }

  /** `ended` where the run is closed. A job may come twice while its worker is only slow: it is taken over when the lease is over. */
  private async claim(message: HandoffMessage, epoch: number): Promise<ClaimedTurn | 'ended' | 'handed_back'> {
    const { store, leaseMs, activeRuns } = this.deps;
    const { agentId } = message.payload.options;
    for (;;) {
      const call = store.call('turn.claim', {
        thread_id: message.sessionKey as ThreadId,
        run_id: message.id as RunId,
        epoch,
        lease_ms: leaseMs,
        history_turns: this.historyTurnsOf(agentId),
      });
      const claim = await unlessAway(call);
      if (claim?.outcome === 'closed') return 'ended';
      if (claim?.outcome === 'claimed') return claim;
      if (activeRuns.isLeaving) return 'handed_back';
      await delay(claim ? Math.min(claim.lease_left_ms + 1, leaseMs / 4) : CLAIM_RETRY_MS);
    }
  }

  /** A resume may not know its agent before the claim: the longest then, of which its prompts take what they want. */
  private historyTurnsOf(agentId: string | undefined): number {
    const { agents } = this.deps;
    const agent = agentId === undefined ? undefined : agents.find(agentId);
    return agent?.historyTurns ?? Math.max(...agents.list().map(({ historyTurns }) => historyTurns));
  }
}
