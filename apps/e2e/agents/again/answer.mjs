import { say } from '../kit.mjs';

export default { run: (ctx) => say(ctx, `id=${ctx.state.id_number}`) };
