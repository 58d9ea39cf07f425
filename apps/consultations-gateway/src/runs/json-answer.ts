import { type Card, isTerminal, type NumberedEvent, ParleyError, type TerminalEvent } from '@parley/contracts';
import { checkOrder, untilTerminal } from '@parley/wire';
import { failureOf } from './failure-of.js';
import type { FollowedRun } from './followed-run.js';
import { ShownText } from './shown-text.js';

/** A run as one document (protocol, section 4, JSON answer). */
export interface JsonAnswer {
  run_id: string;
  session_id: string;
  turn: number;
  status: 'completed' | 'interrupted' | 'preempted';
  output: string;
  result: { role: 'assistant'; content: string; _interrupt?: Card };
}

/** Follows the run to its end. A run that failed, or cannot be followed, throws its `ParleyError`. */
export async function jsonAnswer(run: FollowedRun): Promise<JsonAnswer> {
  const shown = new ShownText();
  let card: Card | undefined;
  let terminal: TerminalEvent | undefined;
  try {
    for await (const batch of untilTerminal(checkOrder(run.events, run.fromSeq))) {
      for (const event of batch) {
        shown.add(event);
        if (event.event === 'card') card = cardOf(event);
        if (isTerminal(event)) terminal = event;
      }
    }
  } catch (error) {
    throw failureOf(error);
  }
  if (!terminal) throw new ParleyError('engine_unavailable');
  return { run_id: run.runId, session_id: run.sessionId, turn: run.turn, ...outcomeOf(terminal, shown, card) };
}

const cardOf = ({ data }: NumberedEvent & { event: 'card' }): Card => data;

function outcomeOf(terminal: TerminalEvent, shown: ShownText, card?: Card): Pick<JsonAnswer, 'status' | 'output' | 'result'> {
  switch (terminal.event) {
    case 'end': {
      const { status, output } = terminal.data;
      const interrupt = status === 'interrupted' && card ? { _interrupt: card } : {};
      return { status, output, result: { role: 'assistant', content: output, ...interrupt } };
    }
    case 'preempted': {
      const output = shown.toString();
      return { status: 'preempted', output, result: { role: 'assistant', content: output } };
    }
    case 'error':
      throw new ParleyError(terminal.data.code, { detail: terminal.data.message });
  }
}
