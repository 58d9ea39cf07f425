import 'reflect-metadata';
import { APIConnectionError, APIError } from 'openai';
import { BrokenAnswerError } from './broken-answer-error.js';
import { LONGEST_DELAY_MS, retryDelayMs } from './retry-delay.js';

const http = (status: number, headers: Record<string, string> = {}) => APIError.generate(status, {}, 'x', new Headers(headers));

test.each([
  [1, 250, 313],
  [2, 500, 625],
])('failure %i → between %i and %i ms', (failures, least, most) => {
  const delays = Array.from({ length: 50 }, () => retryDelayMs(http(503), failures)!);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(least);
  expect(Math.max(...delays)).toBeLessThanOrEqual(most);
});

test('the third failure → no further try', () => expect(retryDelayMs(http(503), 3)).toBeUndefined());

test.each([
  ['a refused connection', new APIConnectionError({ message: 'x' })],
  ['a reset while reading', Object.assign(new Error('aborted'), { code: 'ECONNRESET' })],
  ['an answer that broke off', new BrokenAnswerError('x')],
  ['an event that is no JSON', new SyntaxError('x')],
  ['an error inside the stream', new APIError(undefined, { message: 'x' }, undefined, undefined)],
  ['an error inside the stream, with a code in words', new APIError(undefined, { code: 'overloaded' }, undefined, undefined)],
  ['an error inside the stream, 503', new APIError(undefined, { code: 503 }, undefined, undefined)],
  ['429', http(429)],
  ['500', http(500)],
  ['502', http(502)],
])('%s → tried again', (_what, error) => expect(retryDelayMs(error, 1)).toBeGreaterThan(0));

test.each([
  ['an answer that will not be better', new BrokenAnswerError('x', false)],
  ['an error inside the stream, 400', new APIError(undefined, { code: '400' }, undefined, undefined)],
  ['400', http(400)],
  ['401', http(401)],
  ['404', http(404)],
  ['504', http(504)],
  ['an error of ours', new TypeError('x')],
  ['undefined', undefined],
])('%s → not tried again', (_what, error) => expect(retryDelayMs(error, 1)).toBeUndefined());

test.each([
  ['0', 0],
  ['1.5', 1500],
  ['10', LONGEST_DELAY_MS],
  ['11', undefined],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Fri, 01 Jan 2100 00:00:00 GMT', undefined],
])('Retry-After: %s → %s ms', (value, ms) => expect(retryDelayMs(http(429, { 'retry-after': value }), 1)).toBe(ms));

test('a Retry-After that nobody can read → the usual delay', () => {
  expect(retryDelayMs(http(429, { 'retry-after': 'soon' }), 1)).toBeGreaterThanOrEqual(250);
});
