import { DecodeError } from './decode-error.js';

/** A JSON object; throws DecodeError `not_json` or `not_an_event`. */
export function parseJsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Without the cause: the parser's message quotes the text.
    throw new DecodeError('not_json', `a payload of ${text.length} characters`);
  }
  if (!isObject(value)) throw new DecodeError('not_an_event', 'the payload is no JSON object');
  return value;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether a text may be the name of an event. A name this version does not know is passed on, so that an older reader
 * lives beside a newer writer; one that could end a line is not, because encoders write names as they are.
 */
export const isEventName = (value: unknown): value is string => typeof value === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(value);

/** Whether a number may be a place in a run: 1, 2, 3… */
export const isSeq = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;
