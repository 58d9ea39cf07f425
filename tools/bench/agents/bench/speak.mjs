// Says `count` tokens, `paceMs` apart (0 = one event-loop turn between them). Each token holds the time at which it was made.
const turn = () => new Promise(setImmediate);
const now = () => (performance.timeOrigin + performance.now()).toFixed(2);

export default {
  async run(ctx) {
    const [count, paceMs] = ctx.message.split(' ').map(Number);
    const startedAt = performance.now();
    for (let i = 0; i < count; i++) {
      await (paceMs ? until(startedAt + i * paceMs) : turn());
      await ctx.emit({ event: 'token', data: { text: `${now()} ` } });
    }
  },
};

const until = (at) => new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));
