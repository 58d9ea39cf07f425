import { say } from '../../../../agents/kit.mjs';

const show = (value) => JSON.stringify(value?.value ?? null);

export default { run: (ctx) => say(ctx, `a=${show(ctx.state.a)} b=${show(ctx.state.b)} c=${show(ctx.state.c)}`) };
