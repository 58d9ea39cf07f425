import type { ConsultationState, ConsultationStatus } from './consultation-state.js';
import type { Transcript } from './transcript.js';

type Facts = Pick<ConsultationState, 'connection' | 'card' | 'error' | 'session'> & {
  isRestoring: boolean;
  isRestored: boolean;
  isStopping: boolean;
};

/** What a page shows, from what is known. */
export function stateOf(transcript: Transcript, facts: Facts): ConsultationState {
  const { connection, card, error, session, isRestoring, isRestored } = facts;
  const latest = transcript.turns.at(-1);
  const isFailed = transcript.unsent !== undefined || (latest?.act !== undefined && latest.result?.status === 'failed');
  const isUnknown = !isRestored && !isRestoring;
  const canRetry = transcript.live.length === 0 && (connection === 'lost' || isFailed || isUnknown);
  return { status: statusOf(transcript, facts), connection, messages: transcript.messages, card, error, canRetry, session };
}

function statusOf({ live }: Transcript, { card, isRestoring, isRestored, isStopping }: Facts): ConsultationStatus {
  const latest = live.at(-1);
  if (latest && isStopping) return 'stopping';
  if (latest) return latest.hasShown ? 'streaming' : 'waiting';
  if (isRestoring && !isRestored) return 'restoring';
  return card ? 'asking' : 'idle';
}
