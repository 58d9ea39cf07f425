import { effect, go } from '../kit.mjs';

export default {
  async run(ctx) {
    await effect(ctx, 'after-right', ctx.state.right);
    return go({ done: { right: true } });
  },
};
