import { effect, go } from '../kit.mjs';

/**
 * The message is JSON: `{ control, state? }` is returned as it is; with `pad: n` the first question gets so many characters
 * more; `{ value: name }` returns a state that JSON cannot hold. With answers or a cancellation it goes on.
 */
export default {
  async run(ctx) {
    await effect(ctx, 'asker', ctx.answers);
    if (Object.keys(ctx.answers).length > 0 || ctx.cancelled) return go({ asked: ctx.answers });
    const { control, state, value, pad } = JSON.parse(ctx.message);
    if (value !== undefined) return go({ value: VALUES[value]() });
    if (pad !== undefined) control.questions[0].question += '字'.repeat(pad);
    return { ...(state && { state }), control };
  },
};

const VALUES = {
  map: () => new Map(),
  nan: () => NaN,
  undefined: () => [undefined],
  date: () => new Date(),
  bigint: () => 1n,
  function: () => () => 1,
  cycle: () => {
    const self = {};
    return Object.assign(self, { self });
  },
};
