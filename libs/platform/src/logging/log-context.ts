import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** What every log line of a request, message or run carries. */
export interface LogContext {
  trace_id?: string;
  session_id?: string;
  run_id?: string;
}

const contexts = new AsyncLocalStorage<LogContext>();

export const logContext = (): Readonly<LogContext> => contexts.getStore() ?? {};

/** Runs `work` with these fields on top of the current ones; the caller's context stays as it is. */
export const withLogContext = <T>(fields: LogContext, work: () => T): T =>
  contexts.run({ ...contexts.getStore(), ...fields }, work);

/** Adds to the current context from here on, also for those who entered it before; does nothing outside of one. */
export function addLogContext(fields: LogContext): void {
  const context = contexts.getStore();
  if (context !== undefined) Object.assign(context, fields);
}

/** Enters exactly this object, so that a request can be entered again after its async context was lost. */
export const enterLogContext = <T>(context: LogContext, work: () => T): T => contexts.run(context, work);

/** 32 hex digits, as a W3C trace id. */
export const newTraceId = (): string => randomBytes(16).toString('hex');

/** The trace id of the current context, else a new one. */
export const currentTraceId = (): string => contexts.getStore()?.trace_id ?? newTraceId();
