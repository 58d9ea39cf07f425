/** Says what the state holds of the case, as JSON. */
export default {
  run: (ctx) =>
    ctx.emit({ event: 'token', data: { text: `told ${JSON.stringify({ ...ctx.state.case, note: ctx.state.note })}` } }),
};
