import { effect } from '../kit.mjs';

/** Hears of its end, and does not come to one. */
export default {
  async run(ctx) {
    ctx.signal.addEventListener('abort', () => void effect(ctx, 'told', null, { signal: null }));
    await new Promise(() => undefined);
  },
};
