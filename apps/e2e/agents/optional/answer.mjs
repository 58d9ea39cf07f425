import { say } from '../kit.mjs';

export default { run: (ctx) => say(ctx, `maybe=${JSON.stringify(ctx.state.maybe ?? null)}`) };
