import { setTimeout as delay } from 'node:timers/promises';
import { readAsk, say, wordsOf } from '../kit.mjs';

// Heeds neither the signal nor that nobody takes what it says any more.
export default {
  async run(ctx) {
    const asked = readAsk(ctx.message);
    for (const word of wordsOf(asked)) {
      await delay(asked.paceMs);
      await say(ctx, word).catch(() => undefined);
    }
  },
};
