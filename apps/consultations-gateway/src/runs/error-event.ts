import { ERROR_TABLE, type ErrorCode, type Lang, type RunEventOf } from '@parley/contracts';

/** The terminal event that says a run failed, in words for its user. */
export function errorEvent(code: ErrorCode, { language, traceId }: { language: Lang; traceId: string }): RunEventOf<'error'> {
  const { text, retryable } = ERROR_TABLE[code];
  return { event: 'error', data: { code, message: text[language], retryable, trace_id: traceId } };
}
