// What the module skills under test have in common.

/** Shows text, where the agent lists the skill as visible. */
export const say = (ctx, text) => ctx.emit({ event: 'token', data: { text } });

/** Of a step id only the session's part: `<tenant>:<owner>:<session>/…`. */
const sessionOf = (ctx) => ctx.stepId.split('/')[0].split(':')[2];

/** A side effect outside; the test counts it, and may let it wait. `signal: null` does not heed the end of the turn. */
export async function effect(ctx, name, value = null, { signal = ctx.signal } = {}) {
  const key = encodeURIComponent(`${sessionOf(ctx)}/${name}`);
  await fetch(`${process.env.EFFECTS_URL}/${key}`, { method: 'POST', body: JSON.stringify(value), signal });
}

export const question = (field_key, more = {}) => ({
  question: `Please give ${field_key}`,
  field_key,
  input_type: 'text',
  required: true,
  ...more,
});

export const ask = (questions, more = {}) => ({ control: { action: 'ask_user', review_type: 'clarify', questions, ...more } });
export const go = (state) => ({ ...(state && { state }), control: { action: 'continue' } });
