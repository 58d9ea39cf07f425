export default {
  async run(ctx) {
    await ctx.emit({ event: 'token', data: { text: `${ctx.state.n} ` } });
  },
};
