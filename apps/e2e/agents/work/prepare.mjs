import { go } from '../kit.mjs';
import { step } from './step.mjs';

export default {
  async run(ctx) {
    await step(ctx, 'prepare');
    return go({ prepared: true });
  },
};
