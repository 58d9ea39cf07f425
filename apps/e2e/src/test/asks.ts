/** A message that makes the agent `asker` ask this. */
export const asking = (control: Record<string, unknown>, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ ...more, control: { action: 'ask_user', review_type: 'clarify', ...control } });

export const question = (fieldKey: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  question: `${fieldKey}?`,
  field_key: fieldKey,
  input_type: 'text',
  required: true,
  ...more,
});

/** A message that makes the agent `steps` do this, one after the other; see agents/steps/steps.mjs. */
export const steps = (...list: (string | Record<string, unknown>)[]): string => JSON.stringify(list);
