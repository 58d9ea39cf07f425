import { ParleyError, type SkillModule, type SkillResult } from '@parley/contracts';
import type { SkillCall } from './skill-call.js';
import { openSkillContext } from './skill-context.js';
import { validateSkillResult } from './validate-skill-result.js';

/**
 * Runs a module skill. Whatever it throws is `skill_failed`, with that as `cause`; what its context threw (`model_failed`)
 * passes as it is. An abort throws the signal's reason at once, also when the skill doesn't heed it: it is left alone then
 * and can emit nothing any more.
 */
export async function executeModule(module: SkillModule, call: SkillCall): Promise<SkillResult> {
  return validated(await runModule(module, call));
}

/** The same for the answer, which may return nothing. */
export async function executeAnswerModule(module: SkillModule, call: SkillCall): Promise<SkillResult> {
  const returned = await runModule(module, call);
  return returned === undefined ? { control: { action: 'continue' } } : validated(returned);
}

/** Reading what a skill returned may run its code: a getter that throws is the skill's failure. */
function validated(returned: unknown): SkillResult {
  try {
    return validateSkillResult(returned);
  } catch (error) {
    throw error instanceof ParleyError ? error : new ParleyError('skill_failed', {}, { cause: error });
  }
}

async function runModule(module: SkillModule, call: SkillCall): Promise<unknown> {
  const { signal } = call;
  signal.throwIfAborted();
  const { ctx, threw, close } = openSkillContext(call);
  const aborted = abortOf(signal);
  try {
    return await Promise.race([(async (): Promise<unknown> => module.run(ctx))(), aborted.promise]);
  } catch (error) {
    signal.throwIfAborted();
    throw threw(error) ? error : new ParleyError('skill_failed', {}, { cause: error });
  } finally {
    close();
    aborted.forget();
  }
}

/** A promise that rejects when the signal aborts. */
function abortOf(signal: AbortSignal): { promise: Promise<never>; forget: () => void } {
  let onAbort: () => void = () => undefined;
  const promise = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  return { promise, forget: () => signal.removeEventListener('abort', onAbort) };
}
