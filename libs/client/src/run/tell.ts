import { guarded } from '../uncaught.js';
import type { ClientEvent, Run, RunHandlers, RunResult } from './run.js';

type Told = keyof RunHandlers;

/** Who hears of an event, next to `onEvent`. */
const OF_EVENT: Partial<Record<ClientEvent['event'], Told>> = {
  token: 'onToken',
  thinking: 'onThinking',
  tool_call: 'onTool',
  tool_result: 'onTool',
  remote_agent_output: 'onTool',
  card: 'onCard',
  rewind: 'onRewind',
};

export const isTold = (name: string): boolean => name in OF_EVENT;

const OF_RESULT: Partial<Record<RunResult['status'], Told>> = {
  completed: 'onEnd',
  interrupted: 'onEnd',
  preempted: 'onPreempted',
  failed: 'onError',
};

export function tellEvent(handlers: RunHandlers, event: ClientEvent, run: Run): void {
  tell(handlers, 'onEvent', event, run);
  const isText = event.event === 'token' || event.event === 'thinking';
  tell(handlers, OF_EVENT[event.event], isText ? event.data.text : event.event === 'card' ? event.data : event, run);
}

export function tellResult(handlers: RunHandlers, result: RunResult, run: Run): void {
  tell(handlers, OF_RESULT[result.status], result.status === 'failed' ? result.error : result, run);
}

export function tell(handlers: RunHandlers, name: Told | undefined, value: unknown, run: Run): void {
  guarded(() => (handlers as Partial<Record<Told, (value: unknown, run: Run) => void>>)[name as Told]?.(value, run));
}
