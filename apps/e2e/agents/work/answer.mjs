import { say } from '../kit.mjs';
import { step } from './step.mjs';

export default {
  async run(ctx) {
    await say(ctx, 'One. ');
    await step(ctx, 'answer');
    await say(ctx, `dug=${ctx.state.dug}`);
  },
};
