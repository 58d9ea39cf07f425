import { ERROR_TABLE, type ErrorCode, type Lang, type PreemptedReason, type RunEventOf, type RunId } from '@parley/contracts';

/** The terminal events that the store itself may have to write. */
export function preempted(reason: PreemptedReason, byRunId?: RunId): RunEventOf<'preempted'> {
  return { event: 'preempted', data: { reason, ...(byRunId && { by_run_id: byRunId }) } };
}

export function failed(code: ErrorCode, lang: Lang, traceId: string): RunEventOf<'error'> {
  const { text, retryable } = ERROR_TABLE[code];
  return { event: 'error', data: { code, message: text[lang], retryable, trace_id: traceId } };
}
