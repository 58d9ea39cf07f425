import { say } from '../../../agents/kit.mjs';
import { report } from './report.mjs';

/** Says the whole state as JSON, in two parts: a run that is stopped in between has shown the first. */
export default {
  async run(ctx) {
    await say(ctx, '{"state":');
    await report(ctx, 'answer');
    await say(ctx, `${JSON.stringify(ctx.state)}}`);
  },
};
