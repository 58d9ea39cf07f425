import { effect, go } from '../../../../agents/kit.mjs';

export default {
  async run(ctx) {
    await effect(ctx, 'after-c', ctx.state.c.value);
    return go({ done: { c: true } });
  },
};
