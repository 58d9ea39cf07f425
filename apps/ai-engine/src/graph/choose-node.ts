import type { RunnableConfig } from '@langchain/core/runnables';
import { executeChoice } from '../skills/execute-choice.js';
import { nextStep } from './next-step.js';
import { callOf } from './nodes.js';
import { runContextOf } from './run-context.js';
import type { StateUpdate, ThreadState } from './thread-state.js';

/** A model says which of the skills that could start do (`router: model`). */
export async function chooseNode(state: ThreadState, config: RunnableConfig): Promise<StateUpdate> {
  const run = runContextOf(config);
  run.signal.throwIfAborted();
  const step = nextStep(run.agent, state);
  const among = step.go === 'choose' ? step.among : [];
  const skills = run.agent.skills.filter(({ id }) => among.includes(id));
  const choice = await executeChoice(skills, callOf(run, state, 'router'));
  return { choice: { chatTurn: state.turn.chatTurn, ...choice } };
}
