import { effect, go } from '../kit.mjs';

export default {
  async run(ctx) {
    await effect(ctx, 'after-left', ctx.state.left);
    return go({ done: { left: true } });
  },
};
