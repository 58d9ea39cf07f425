// What the agents under load have in common, and what the soak expects of them: every word says whose it is.
import { setTimeout as delay } from 'node:timers/promises';

/** A message as the agents understand it: how much to say, how fast, and a word that no other message has. */
export const askFor = ({ count, paceMs, nonce }) => `say ${count} ${paceMs} ${nonce}`;

export function readAsk(message) {
  const [, count, paceMs, nonce] = /^say (\d+) (\d+) (\w+)$/.exec(message) ?? [];
  return { count: Number(count), paceMs: Number(paceMs), nonce };
}

export const wordsOf = ({ count, nonce }, mark = '') => Array.from({ length: count }, (_, i) => `${nonce}.${mark}${i + 1} `);

export const say = (ctx, text) => ctx.emit({ event: 'token', data: { text } });
export const go = () => ({ control: { action: 'continue' } });

/** A side effect outside, in the middle of some work: a worker may be killed before, after and during it. */
export async function effect(ctx, name) {
  await delay(15);
  const body = JSON.stringify({ stepId: ctx.stepId, pid: process.pid });
  await fetch(`${process.env.EFFECTS_URL}/${readAsk(ctx.message).nonce}/${name}`, { method: 'POST', body, signal: ctx.signal });
  await delay(15);
}

/** A skill that asks once for each chat message and does its work after the answer. */
export const asker = (name) => ({
  async run(ctx) {
    if (ctx.answers[name] === undefined && !ctx.cancelled) {
      await effect(ctx, `${name}-asks`);
      const questions = [{ question: `Please give ${name}`, field_key: name, input_type: 'text', required: true }];
      return { control: { action: 'ask_user', review_type: 'clarify', questions } };
    }
    await effect(ctx, `${name}-goes-on`);
    return go();
  },
});
