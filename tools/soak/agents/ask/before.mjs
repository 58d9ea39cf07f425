import { effect, go, readAsk, say, wordsOf } from '../kit.mjs';

export default {
  async run(ctx) {
    const { nonce } = readAsk(ctx.message);
    for (const word of wordsOf({ count: 3, nonce }, 'b')) await say(ctx, word);
    await effect(ctx, 'before');
    return go();
  },
};
