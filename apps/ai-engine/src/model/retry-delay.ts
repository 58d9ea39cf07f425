import { APIConnectionError, APIError } from 'openai';
import { isRecord } from '../agents/expect.js';
import { BrokenAnswerError } from './broken-answer-error.js';

export const MAX_RETRIES = 2;
const FIRST_DELAY_MS = 250;
/** A model that asks for a longer pause is not waited for: a person is waiting. */
export const LONGEST_DELAY_MS = 10_000;
const RETRYABLE_STATUS: readonly number[] = [429, 500, 502, 503];
const RESET_CODES: readonly string[] = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];

/** How long to wait before a call is tried again that failed for the `failures`th time; undefined = it is not tried again. */
export function retryDelayMs(error: unknown, failures: number): number | undefined {
  if (failures > MAX_RETRIES || !isRetryable(error)) return undefined;
  const askedMs = error instanceof APIError ? retryAfterMs(error.headers as Headers | undefined) : undefined;
  if (askedMs !== undefined) return askedMs <= LONGEST_DELAY_MS ? askedMs : undefined;
  return FIRST_DELAY_MS * 2 ** (failures - 1) * (1 + Math.random() / 4);
}

function isRetryable(error: unknown): boolean {
  if (error instanceof APIConnectionError) return true;
  if (error instanceof APIError) return isRetryableStatus(error);
  if (error instanceof BrokenAnswerError) return error.mayPass;
  // The SDK's, for an event that is no JSON: a server or a proxy that broke off in its middle.
  if (error instanceof SyntaxError) return true;
  return isRecord(error) && RESET_CODES.includes(String(error.code));
}

/** An error told inside a stream has no status of HTTP; where its code is not a status either it counts as a 500. */
function isRetryableStatus({ status, code }: { status?: unknown; code?: unknown }): boolean {
  const told = Number(status ?? code);
  return RETRYABLE_STATUS.includes(Number.isInteger(told) && told >= 100 && told < 600 ? told : 500);
}

/** Seconds, or a date; undefined where there is none or it can't be read. */
function retryAfterMs(headers: Headers | undefined): number | undefined {
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
