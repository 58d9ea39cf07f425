import {
  type AgentSummary,
  type LocalText,
  ON_ACTIVE_TURN,
  ON_DISCONNECT,
  ON_PENDING_CARD,
  type Policies,
} from '@parley/contracts';
import { newTraceId } from '@parley/platform';
import type { EngineHttp } from './engine-http.js';
import { within } from './within.js';

/** Readiness gives a probe a second. */
const TIMEOUT_MS = 900;
/** What the agent file has where it says nothing. */
const DEFAULT_TIMEOUT_MS = 120_000;

/** The agents one engine tells. Rejects within a second where none answers, or with what is no list of agents. */
export async function fetchAgents(http: EngineHttp): Promise<AgentSummary[]> {
  return within(TIMEOUT_MS, 'asking the engine for its agents', ask(http));
}

async function ask(http: EngineHttp): Promise<AgentSummary[]> {
  const { statusCode, body } = await http.call({
    method: 'GET',
    path: 'agents',
    traceId: newTraceId(),
    headersTimeoutMs: TIMEOUT_MS,
    silenceMs: TIMEOUT_MS,
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`the engine answered ${statusCode} when asked for its agents: ${text.slice(0, 200)}`);
  return readAgents(JSON.parse(text));
}

/** Parses at the border: what is not as agreed is an error here, not a riddle later. Unknown members are left out. */
export function readAgents(answer: unknown): AgentSummary[] {
  const items = isRecord(answer) ? answer.items : undefined;
  if (!Array.isArray(items)) throw new TypeError("the engine's list of agents has no items");
  return items.map(readAgent);
}

function readAgent(item: unknown): AgentSummary {
  if (!isRecord(item) || typeof item.agent_id !== 'string' || !isRecord(item.name))
    throw new TypeError('an agent of the engine has no agent_id and name');
  const { agent_id, name, description, greeting, policies, timeout_ms } = item;
  return {
    agent_id,
    name: localText(name),
    ...(isRecord(description) && { description: localText(description) }),
    ...(isRecord(greeting) && { greeting: localText(greeting) }),
    policies: isRecord(policies) ? readPolicies(policies) : {},
    timeout_ms: typeof timeout_ms === 'number' && timeout_ms > 0 ? timeout_ms : DEFAULT_TIMEOUT_MS,
  };
}

function readPolicies({ on_active_turn, on_pending_card, on_disconnect }: Record<string, unknown>): Partial<Policies> {
  return {
    ...(isOneOf(ON_ACTIVE_TURN, on_active_turn) && { on_active_turn }),
    ...(isOneOf(ON_PENDING_CARD, on_pending_card) && { on_pending_card }),
    ...(isOneOf(ON_DISCONNECT, on_disconnect) && { on_disconnect }),
  };
}

const localText = ({ zh, en }: Record<string, unknown>): LocalText => ({
  ...(typeof zh === 'string' && { zh }),
  ...(typeof en === 'string' && { en }),
});

const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  (values as readonly unknown[]).includes(value);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
