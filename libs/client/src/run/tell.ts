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

/** Who hears of a result. */
export const OF_RESULT: Partial<Record<RunResult['status'], Told>> = {
  completed: 'onEnd',
  interrupted: 'onEnd',
  preempted: 'onPreempted',
  failed: 'onError',
};

type Tell = (name: Told | undefined, value: unknown) => void;

/** Tells the handlers of a run: anything, and its events. What they throw ends nothing. */
export function teller(handlers: RunHandlers, run: () => Run): [tell: Tell, tellEvent: (event: ClientEvent) => void] {
  const all = handlers as Partial<Record<Told, (value: unknown, run: Run) => void>>;
  const tell: Tell = (name, value) => guarded(() => all[name as Told]?.(value, run()));
  const tellEvent = (event: ClientEvent): void => {
    const isText = event.event === 'token' || event.event === 'thinking';
    tell('onEvent', event);
    tell(OF_EVENT[event.event], isText ? event.data.text : event.event === 'card' ? event.data : event);
  };
  return [tell, tellEvent];
}
