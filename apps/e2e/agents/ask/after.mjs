import { effect, go } from '../kit.mjs';

export default {
  async run(ctx) {
    await effect(ctx, 'after', ctx.state.who);
    return go({ after: true });
  },
};
