import type { Card } from './card.js';
import { ERROR_TABLE, type ErrorCode, isErrorCode } from './error-table.js';

export interface FieldError {
  path: string;
  message: string;
}

/** Why an answer does not fit its card. */
export interface AnswerError {
  field_key: string;
  item_id?: string;
  code:
    | 'required'
    | 'type'
    | 'option'
    | 'unknown_key'
    | 'duplicate'
    | 'ambiguous_item'
    | 'unknown_item'
    | 'min'
    | 'max'
    | 'min_length'
    | 'max_length'
    | 'pattern'
    | 'too_large';
  message: string;
}

export interface ProblemDetails {
  /** For developers, in English: what was expected, what came, what to do. Nothing internal. */
  detail?: string;
  errors?: (FieldError | AnswerError)[];
  card?: Card;
  /** Seconds. */
  retry_after?: number;
}

/** RFC 9457 `application/problem+json` as it goes over the wire. */
export interface Problem extends ProblemDetails {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  trace_id: string;
}

/** The one error class. `code` decides, also across processes; `detail` may be shown, `cause` is for the log only. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';

  constructor(
    readonly code: ErrorCode,
    readonly details: ProblemDetails = {},
    options?: { cause?: unknown },
  ) {
    super(details.detail ?? ERROR_TABLE[code].text.en, options);
  }

  get status(): number {
    return ERROR_TABLE[this.code].status;
  }
}

export function problemOf(error: ParleyError, traceId: string): Problem {
  const { status, title, text } = ERROR_TABLE[error.code];
  return {
    type: `urn:parley:problem:${error.code}`,
    title,
    status,
    code: error.code,
    detail: text.en,
    ...error.details,
    trace_id: traceId,
  };
}

/** How an error crosses between our own services: its table row's name and what may be shown. */
export interface WireError {
  code: ErrorCode;
  details: ProblemDetails;
}

export const wireErrorOf = (error: ParleyError): WireError => ({ code: error.code, details: error.details });

export function isWireError(value: unknown): value is WireError {
  return typeof value === 'object' && value !== null && 'code' in value && isErrorCode(value.code);
}
