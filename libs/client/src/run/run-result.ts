import type { Card, TerminalEvent } from '@parley/contracts';
import { ProblemError } from '../problem-error.js';
import type { RunResult } from './run.js';

/** What a terminal event means, with what was shown before it. */
export function resultOf(
  { event, data }: TerminalEvent,
  shown: { runId: string; text: string; card: Card | undefined },
): RunResult {
  const { card, ...told } = shown;
  if (event === 'preempted') return { ...told, status: event, ...data };
  if (event === 'error') return { ...told, status: 'failed', error: new ProblemError(data) };
  const { status, usage } = data;
  return status === 'interrupted' && card ? { ...told, status, card, usage } : { ...told, status: 'completed', usage };
}
