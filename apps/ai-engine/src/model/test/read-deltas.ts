import type { ModelDelta } from '../model-request.js';

export async function collect(deltas: AsyncIterable<ModelDelta>): Promise<ModelDelta[]> {
  const all: ModelDelta[] = [];
  for await (const delta of deltas) all.push(delta);
  return all;
}

/** All that came before the failure, and the failure. */
export async function failing(deltas: AsyncIterable<ModelDelta>): Promise<{ text: string; error: unknown }> {
  let text = '';
  try {
    for await (const delta of deltas) text += delta.text ?? '';
  } catch (error) {
    return { text, error };
  }
  throw new Error(`nothing failed; the text was ${text}`);
}
