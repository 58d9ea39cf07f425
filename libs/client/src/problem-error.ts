import type { AnswerError, Card, ErrorCode, FieldError, Problem } from '@parley/contracts';

/** Statuses that say: not now. */
const PASSING = [408, 425, 429, 502, 503, 504];

/**
 * What Parley said no with: to a request (its problem+json), or about a run (its `error` event, then without `status`).
 * `code` decides; `unknown` is an HTTP error that is not Parley's, such as a proxy's page.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  declare readonly status?: number;
  declare readonly code: ErrorCode | 'unknown';
  /** What to look for in the server's logs. */
  declare readonly trace_id?: string;
  /** The card that is pending instead, where that is the reason. */
  declare readonly card?: Card;
  /** What is wrong with which field or answer. */
  declare readonly errors: (FieldError | AnswerError)[];
  /** Whether the same request may succeed later. */
  declare readonly retryable: boolean;
  /** How long the server asked to wait. */
  declare readonly retryAfterMs?: number;

  /**
   * Whether the client itself sends the request again. A proxy that fails is not Parley saying no; Parley's own failure is
   * passing for what only reads.
   */
  declare readonly isPassing: boolean;

  constructor(problem: Partial<Problem> & { message?: string; retryable?: boolean; retryAfterMs?: number }, isReading?: boolean) {
    const { status = 0, code } = problem;
    super(problem.message ?? problem.detail ?? problem.title ?? `HTTP ${status}`);
    const isPassing = PASSING.includes(status) || (status >= 500 && (!code || (isReading && code === 'internal')));
    const retryable = isPassing || code === 'internal' || code === 'turn_active';
    Object.assign(this, { code: 'unknown', errors: [], isPassing, retryable }, problem);
  }
}
