import { type AgentSummary, ParleyError } from '@parley/contracts';
import type { OutageLog } from '@parley/platform';

/** Asks an engine; rejects where none answers. */
export type FetchAgents = () => Promise<AgentSummary[]>;

/** How old the list may be before it is asked for again; the one that is there is used meanwhile. */
const FRESH_MS = 3000;
/** How old an answer may be that still proves that the engine is reachable. */
const REACHABLE_MS = 500;

/** The agents of the engine, as it last told. */
export class AgentDirectory {
  private agents?: AgentSummary[];
  private toldAt = Number.NEGATIVE_INFINITY;
  private asking?: Promise<AgentSummary[]>;

  constructor(
    private readonly fetchAgents: FetchAgents,
    private readonly outage: Pick<OutageLog, 'works' | 'failed'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The last list there was. Throws `engine_unavailable` where there never was one. */
  async list(): Promise<AgentSummary[]> {
    if (!this.agents) return this.ask();
    if (!this.isYoungerThan(FRESH_MS)) this.askInBackground();
    return this.agents;
  }

  /** Throws `agent_not_found`, and `engine_unavailable` where there never was a list. */
  async find(agentId: string): Promise<AgentSummary> {
    const known = (await this.list()).find((agent) => agent.agent_id === agentId);
    const agent = known ?? (await this.findAnew(agentId));
    if (agent) return agent;
    throw new ParleyError('agent_not_found', { detail: `There is no agent ${JSON.stringify(agentId.slice(0, 128))}.` });
  }

  /** Resolves when an engine answers now. */
  async check(): Promise<void> {
    if (!this.isYoungerThan(REACHABLE_MS)) await this.ask();
  }

  /** A new agent may have come with an engine that was just started. */
  private async findAnew(agentId: string): Promise<AgentSummary | undefined> {
    if (this.isYoungerThan(REACHABLE_MS)) return undefined;
    const agents = await this.ask().catch(() => this.agents);
    return agents?.find((agent) => agent.agent_id === agentId);
  }

  private isYoungerThan(ms: number): boolean {
    return this.now() - this.toldAt < ms;
  }

  private askInBackground(): void {
    this.ask().catch(() => undefined);
  }

  private ask(): Promise<AgentSummary[]> {
    this.asking ??= this.fetch().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async fetch(): Promise<AgentSummary[]> {
    try {
      this.agents = await this.fetchAgents();
      this.toldAt = this.now();
      this.outage.works();
      return this.agents;
    } catch (error) {
      this.outage.failed(error);
      throw new ParleyError('engine_unavailable', {}, { cause: error });
    }
  }
}
