import { inspect } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import { isError } from './is-error.js';
import type { AppLogger } from './app-logger.js';

/** What Nest says about its own start is of interest to nobody but who debugs it. */
const FRAMEWORK: ReadonlySet<unknown> = new Set([
  'NestFactory',
  'NestApplication',
  'NestMicroservice',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
]);

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/**
 * Nest's `Logger` calls as pino lines. `new Logger('Chat').log('text')`, `.error('text', error)` and
 * `.log({ msg: 'text', field: 1 })` all work; the last text is the context, as Nest passes it.
 */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: AppLogger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  private write(given: Level, message: unknown, rest: unknown[]): void {
    const level = given === 'info' && FRAMEWORK.has(rest.at(-1)) ? 'debug' : given;
    if (!this.logger.isLevelEnabled(level)) return;
    const fields: Record<string, unknown> = {};
    const texts: string[] = [];
    for (const value of [message, ...rest]) {
      if (isError(value)) fields.err = value;
      else if (typeof value === 'string') texts.push(value);
      else if (typeof value === 'object' && value !== null) Object.assign(fields, value);
      else if (value !== undefined) texts.push(inspect(value));
    }
    const context = rest.length > 0 && typeof rest.at(-1) === 'string' ? texts.pop() : undefined;
    const stack = texts.length > 1 && /\n\s+at /.test(texts.at(-1) ?? '') ? texts.pop() : undefined;
    if (context !== undefined) fields.context = context;
    if (stack !== undefined) fields.stack = stack;
    const text = texts.length > 0 ? texts.join(' ') : undefined;
    this.logger[level](fields, text);
  }
}
