import { say } from '../kit.mjs';

export default {
  run: (ctx) =>
    say(
      ctx,
      `left=${JSON.stringify(ctx.state.left?.value)} right=${JSON.stringify(ctx.state.right?.value)} note=${JSON.stringify(ctx.state.note)}`,
    ),
};
