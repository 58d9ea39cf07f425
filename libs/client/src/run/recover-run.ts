import type { Message, RunEvent } from '@parley/contracts';
import type { ProblemError } from '../problem-error.js';
import type { ClientEvent } from './run.js';

/**
 * How a run ended whose log is gone, read from the messages of its session: what it said, its card, if it asked, and its
 * terminal event. What a failed run failed with is not kept: `expired` is told instead. A run that showed nothing has
 * completed, as far as anybody can tell. Throws `expired` where nothing of the run is kept at all.
 */
export function recoverRun(
  messages: readonly Message[],
  runId = '',
  seq: number,
  expired: ProblemError,
): { text: string; events: ClientEvent[] } {
  const ofRun = messages.filter(({ run_id }) => run_id === runId);
  if (!ofRun.length) throw expired;
  const {
    content: output = '',
    card,
    failed,
    preempted,
  }: Partial<Message> = { ...ofRun.find(({ role }) => role === 'assistant') };
  const { message, trace_id = '' } = expired;
  const terminal: RunEvent = failed
    ? { event: 'error', data: { code: 'run_expired', message, retryable: true, trace_id } }
    : preempted
      ? { event: 'preempted', data: { reason: 'preempted' } }
      : { event: 'end', data: { status: card ? 'interrupted' : 'completed', output } };
  const events: RunEvent[] = card ? [{ event: 'card', data: card }, terminal] : [terminal];
  return { text: output, events: events.map((event) => ({ ...event, seq: ++seq, runId, recovered: true })) };
}
