import { say } from '../kit.mjs';

export default { run: (ctx) => say(ctx, `verdict=${ctx.state.verdict ?? 'none'}`) };
