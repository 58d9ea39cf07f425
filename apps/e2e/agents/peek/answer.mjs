import { say } from '../kit.mjs';

export default { run: (ctx) => say(ctx, JSON.stringify(ctx.state)) };
