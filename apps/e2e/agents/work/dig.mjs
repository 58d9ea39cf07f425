import { ask, effect, go, question } from '../kit.mjs';
import { step } from './step.mjs';

// Runs in every turn, as what it produces is never there. Asks where the message is `ask`.
export default {
  async run(ctx) {
    await step(ctx, 'dig');
    if (ctx.message === 'ask' && ctx.answers.where === undefined) return ask([question('where')]);
    await effect(ctx, 'dug', null, { signal: null });
    return go({ dug: ctx.answers.where ?? ctx.message });
  },
};
