import { effect, say } from '../kit.mjs';

/**
 * The message is a JSON list of steps:
 *   "text"                 is said
 *   { wait: name }         a side effect, which the test may hold; ends with the turn
 *   { deaf: name }         the same, heedless of the turn's end; a failing step is then ignored
 *   { count, bytes }       so many tokens, `<n> ` and padding up to so many bytes
 *   { throw: text | null } throws an Error, or the value itself where it is no text
 *   { background: text }   leaves a promise behind that is rejected
 */
export default {
  async run(ctx) {
    for (const step of JSON.parse(ctx.message)) {
      if (typeof step === 'string') await sayHeedless(ctx, step);
      else if ('wait' in step) await effect(ctx, step.wait);
      else if ('deaf' in step) await effect(ctx, step.deaf, null, { signal: null });
      else if ('count' in step) await sayMany(ctx, step);
      else if ('throw' in step) throw typeof step.throw === 'string' ? new Error(step.throw) : step.throw;
      else if ('background' in step) void Promise.reject(new Error(step.background));
    }
  },
};

/** A skill that does not care whether anybody still listens. */
async function sayHeedless(ctx, text) {
  try {
    await say(ctx, text);
  } catch (error) {
    if (!ctx.message.includes('"deaf"')) throw error;
    await effect(ctx, 'refused', null, { signal: null });
  }
}

async function sayMany(ctx, { count, bytes = 0 }) {
  for (let n = 1; n <= count; n++) await say(ctx, `${n} `.padEnd(bytes, '.'));
}
