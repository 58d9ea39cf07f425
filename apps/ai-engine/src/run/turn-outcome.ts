import { ERROR_TABLE, ParleyError, type Card, type ErrorCode, type Lang, type RunEventOf, type Usage } from '@parley/contracts';
import { isRedisOutage } from '@parley/platform';
import { CheckpointFenced } from '../checkpoint/checkpoint-fenced.js';
import { RunStopped, type StopReason } from './run-stopped.js';

/** How an attempt came out. */
export type TurnOutcome =
  | { kind: 'completed' }
  | { kind: 'interrupted'; card: Card }
  | { kind: 'failed'; error: ParleyError }
  | { kind: 'stopped'; why: StopReason };

/** What a thrown thing means. The signal's reason wins: whatever else broke, broke because of it. */
export function outcomeOfError(error: unknown, signal: AbortSignal): TurnOutcome {
  const decisive: unknown = signal.aborted ? signal.reason : error;
  if (decisive instanceof RunStopped) return { kind: 'stopped', why: decisive.why };
  if (decisive instanceof CheckpointFenced) return { kind: 'stopped', why: 'taken_over' };
  if (decisive instanceof ParleyError) return { kind: 'failed', error: decisive };
  const code = isRedisOutage(decisive) ? 'store_unavailable' : 'internal';
  return { kind: 'failed', error: new ParleyError(code, {}, { cause: decisive }) };
}

export function endEvent(status: 'completed' | 'interrupted', output: string, usage: Usage | undefined): RunEventOf<'end'> {
  return { event: 'end', data: { status, output, ...(usage && { usage }) } };
}

/** Its message is written for the user; what really happened is in the log, under the same trace id. */
export function errorEvent(code: ErrorCode, lang: Lang, traceId: string): RunEventOf<'error'> {
  const { text, retryable } = ERROR_TABLE[code];
  return { event: 'error', data: { code, message: text[lang], retryable, trace_id: traceId } };
}
