import type { ManagedProcess, Stack } from '@parley/testing';
import { newSession } from '../../test/use-stack.js';

/** What a step of the agent `work` says of itself. */
export interface Step {
  stepId: string;
  pid: number;
}

export const stepsOf = (stack: Stack, session: string, name: string): Step[] => stack.effects.of(`${session}/${name}`) as Step[];

/** How many different steps that were; the same one may be done again after a crash. */
export const differentSteps = (stack: Stack, session: string, name: string): number =>
  new Set(stepsOf(stack, session, name).map(({ stepId }) => stepId)).size;

/** The engine that did the session's step last. */
export function engineAt(stack: Stack, session: string, name: string): ManagedProcess {
  const { pid } = stepsOf(stack, session, name).at(-1)!;
  const engine = stack.engines.find((one) => one.isRunning && one.pid === pid);
  if (!engine) throw new Error(`no engine has the process id ${pid}`);
  return engine;
}

/**
 * Keeps an engine with room for one run busy, so that others get what comes; resolves with the function that frees it.
 * Its gateway: 0.
 */
export async function occupy(stack: Stack, engine: ManagedProcess): Promise<() => void> {
  for (let tries = 1; tries <= 50; tries += 1) {
    const session = newSession();
    stack.effects.hold(`${session}/prepare`);
    await stack.gateway(0).chat(session, 'busy', { agent_id: 'work' });
    await stack.effects.arrived(`${session}/prepare`);
    const free = (): void => stack.effects.release(`${session}/prepare`);
    if (engineAt(stack, session, 'prepare') === engine) return free;
    free();
  }
  throw new Error(`${engine.name} takes no runs`);
}
