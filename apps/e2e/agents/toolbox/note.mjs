import { effect } from '../kit.mjs';

/** A side effect that a test can hold; tells what it got. It does not heed the end of the turn. */
export default async function note(args, ctx) {
  await effect(ctx, 'note', { stepId: ctx.stepId, pid: process.pid, args }, { signal: null });
  return { noted: args, by: ctx.user.id };
}
