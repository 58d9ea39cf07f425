import { effect, go } from '../../../../agents/kit.mjs';

export default {
  async run(ctx) {
    await effect(ctx, 'after-a', ctx.state.a.value);
    return go({ done: { a: true } });
  },
};
