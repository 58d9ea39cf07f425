import { partsOfThread, type Session, type ThreadId } from '@parley/contracts';

/** The fields of the session hash that make up a `Session`, in the order in which they are read. */
export const SESSION_FIELDS = [
  'agent_id',
  'title',
  'matter_id',
  'metadata',
  'created_at',
  'updated_at',
  'turn',
  'active_run',
  'card',
  'user_id',
] as const;

export type SessionValues = (string | null)[];

const rfc3339 = (ms: string | null | undefined): string => new Date(Number(ms ?? 0)).toISOString();

/** The user the session names: who created it. */
export const userIdOf = (values: SessionValues): string => values[SESSION_FIELDS.indexOf('user_id')] ?? '';

export function sessionOf(threadId: ThreadId, values: SessionValues): Session {
  const [agentId, title, matterId, metadata, createdAt, updatedAt, turn, activeRun, card] = values;
  return {
    session_id: partsOfThread(threadId).sessionId,
    agent_id: agentId ?? '',
    title: title ?? '',
    ...(matterId && { matter_id: matterId }),
    ...(metadata && { metadata: JSON.parse(metadata) as Record<string, unknown> }),
    created_at: rfc3339(createdAt),
    updated_at: rfc3339(updatedAt),
    turn: Number(turn ?? 0),
    active_run_id: activeRun || null,
    awaiting_card: card || null,
  };
}
