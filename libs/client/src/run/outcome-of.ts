import type { Card, TerminalEvent } from '@parley/contracts';
import { ProblemError } from '../problem-error.js';
import type { RunResult } from './run.js';

/** What a terminal event means, where `card` was asked before it. */
export function outcomeOf({ event, data }: TerminalEvent, card: Card | undefined): Partial<RunResult> {
  if (event === 'preempted') return { status: event, ...data };
  if (event === 'error') return { status: 'failed', error: new ProblemError(data) };
  const { status, usage } = data;
  return { status: 'completed', usage, ...(status === 'interrupted' && card && { status, card }) };
}
