import { effect } from '../kit.mjs';

/** A side effect that says which step does it, in which process. It does not heed the end of the turn. */
export const step = (ctx, name) => effect(ctx, name, { stepId: ctx.stepId, pid: process.pid }, { signal: null });
