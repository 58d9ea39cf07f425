import { say } from '../kit.mjs';

export default { run: (ctx) => say(ctx, `asked=${JSON.stringify(ctx.state.asked ?? null)}`) };
