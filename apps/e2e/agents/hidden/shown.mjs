import { effect, go, say } from '../kit.mjs';

// Visible, but its model calls are its own business.
export default {
  async run(ctx) {
    await say(ctx, 'Seen. ');
    const whole = await ctx.model.complete([{ role: 'user', content: 'inside shown, whole' }]);
    const parts = [];
    for await (const part of ctx.model.stream([{ role: 'user', content: 'inside shown, streamed' }])) parts.push(part);
    await effect(ctx, 'shown', [whole, parts.join('')]);
    await ctx.emit({ event: 'thinking', data: { text: 'LEAK-thinking' } });
    return go({ shown: { answer: 'LEAK-returned' } });
  },
};
