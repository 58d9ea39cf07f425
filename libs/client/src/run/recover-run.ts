import type { Message, RunEvent } from '@parley/contracts';
import type { ProblemError } from '../problem-error.js';
import type { RunPlace } from './read-run.js';
import type { ClientEvent } from './run.js';

/**
 * How a run ended whose log is gone, read from the messages of its session: what it said, its card, if it asked, and its
 * terminal event. What a failed run failed with is not kept: `expired` is told instead. A run that showed nothing has
 * completed, as far as anybody can tell. Throws `expired` where nothing of the run is kept at all.
 */
export function recoverRun(
  messages: readonly Message[],
  { runId = '', seq }: RunPlace,
  expired: ProblemError,
): { text: string; events: ClientEvent[] } {
  const ofRun = messages.filter(({ run_id }) => run_id === runId);
  if (!ofRun.length) throw expired;
  const {
    content: output = '',
    card,
    failed,
    preempted,
  } = ofRun.find(({ role }) => role === 'assistant') ?? ({} as Partial<Message>);
  const events: RunEvent[] = [];
  if (card) events.push({ event: 'card', data: card });
  const { message, trace_id = '' } = expired;
  if (failed) events.push({ event: 'error', data: { code: 'run_expired', message, retryable: true, trace_id } });
  else if (preempted) events.push({ event: 'preempted', data: { reason: 'preempted' } });
  else events.push({ event: 'end', data: { status: card ? 'interrupted' : 'completed', output } });
  return { text: output, events: events.map((event, index) => ({ ...event, seq: seq + 1 + index, runId, recovered: true })) };
}
