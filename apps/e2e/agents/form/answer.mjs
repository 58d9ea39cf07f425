import { effect, say } from '../kit.mjs';

export default {
  async run(ctx) {
    await effect(ctx, 'form', ctx.state.f);
    await say(ctx, JSON.stringify(ctx.state.f));
  },
};
