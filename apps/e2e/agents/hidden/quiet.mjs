import { effect, go, say } from '../kit.mjs';

// Not listed as visible: whatever it emits reaches nobody.
export default {
  async run(ctx) {
    await say(ctx, 'LEAK-quiet-emitted');
    await ctx.emit({ event: 'thinking', data: { text: 'LEAK-quiet-thought' } });
    const text = await ctx.model.complete([{ role: 'user', content: 'inside quiet' }]);
    await effect(ctx, 'quiet', text);
    return go({ quiet: text, messages: [{ role: 'assistant', content: 'LEAK-put-into-the-state' }] });
  },
};
