import { effect, go } from '../../../../agents/kit.mjs';

export default {
  async run(ctx) {
    await effect(ctx, 'after-b', ctx.state.b.value);
    return go({ done: { b: true } });
  },
};
