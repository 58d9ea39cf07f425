import { inspect } from 'node:util';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { maskUrlPasswords } from '../config/shown-value.js';
import { isError } from './is-error.js';
import { logContext } from './log-context.js';

export type AppLogger = Logger;

/** Injection token of the process's `AppLogger`. */
export const LOGGER = Symbol('LOGGER');

const SECRET_FIELDS = [
  'authorization',
  'token',
  'password',
  'secret',
  'apiKey',
  'api_key',
  'cookie',
  'INTERNAL_TOKEN',
  'AUTH_JWT_SECRET',
  'MODEL_API_KEY',
];
const HEADER_FIELDS = ['headers.authorization', 'headers["x-internal-token"]', 'headers.cookie'];
const BEARER = /\b(Bearer)\s+[A-Za-z0-9._~+/=-]+/gi;

/** JSON lines on stdout: `service`, the context's `trace_id`, `session_id`, `run_id`; secrets are masked. */
export function createLogger(service: string, level: string, destination?: DestinationStream): AppLogger {
  return pino(
    {
      level,
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => ({ ...logContext() }),
      redact: {
        paths: [
          ...SECRET_FIELDS,
          ...SECRET_FIELDS.map((field) => `*.${field}`),
          ...HEADER_FIELDS,
          ...HEADER_FIELDS.map((path) => `*.${path}`),
        ],
        censor: '***',
      },
      serializers: { err: shownThrown },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

/** Whatever was thrown; of an error only what is text, without the secrets that URLs and headers carry. */
function shownThrown(thrown: unknown): object {
  if (!isError(thrown)) return { type: typeof thrown, message: masked(inspect(thrown, { depth: 2, breakLength: Infinity })) };
  const { type, message, stack } = stdSerializers.err(thrown);
  const code: unknown = 'code' in thrown ? thrown.code : undefined;
  return { type, message: masked(message), stack: masked(stack), ...(typeof code === 'string' && { code }) };
}

const masked = (text: string): string => maskUrlPasswords(text).replace(BEARER, '$1 ***');
