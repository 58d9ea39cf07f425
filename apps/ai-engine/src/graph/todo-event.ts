import { createHash } from 'node:crypto';
import type { Control, RunEventOf } from '@parley/contracts';
import type { RunContext } from './run-context.js';

/** Its id derives from the step, so that a step run again after a crash makes the same todo. */
export function todoEvent(
  { runId, claimed }: Pick<RunContext, 'runId' | 'claimed'>,
  { title, kind, due_at }: Extract<Control, { action: 'todo' }>,
  stepId: string,
): RunEventOf<'todo'> {
  return {
    event: 'todo',
    data: {
      todo_id: `todo-${createHash('sha256').update(stepId).digest('hex').slice(0, 32)}`,
      session_id: claimed.session_id,
      run_id: runId,
      title,
      ...(kind !== undefined && { kind }),
      status: 'open',
      ...(due_at !== undefined && { due_at }),
    },
  };
}
