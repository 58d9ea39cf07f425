import { effect } from '../../../agents/kit.mjs';

/** Tells the test what the skill was given. Here the test may hold it: the run then stands exactly at this step. */
export const report = (ctx, skill) =>
  effect(ctx, `${skill}/${ctx.message}`, {
    skill,
    stepId: ctx.stepId,
    answers: ctx.answers,
    cancelled: ctx.cancelled,
    state: ctx.state,
    pid: process.pid,
  });
