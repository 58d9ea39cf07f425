import { effect, go, say } from '../kit.mjs';

export default {
  async run(ctx) {
    await say(ctx, 'One ');
    await say(ctx, 'moment. ');
    await effect(ctx, 'before');
    return go({ before: true });
  },
};
