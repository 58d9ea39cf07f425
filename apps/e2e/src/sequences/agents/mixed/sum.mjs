import { go } from '../../../../agents/kit.mjs';
import { report } from '../report.mjs';

/** Works with what two forms were answered. */
export default {
  async run(ctx) {
    await report(ctx, 'sum');
    return go({ sum: { of: ctx.state.claim.amount, at: ctx.state.court.place } });
  },
};
