// Agents that stop and ask.
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { wordsOf } from '../agents/kit.mjs';
import { checkRun } from '../check-run.mjs';
import { checkSteps } from '../check-steps.mjs';
import { readJson } from '../http.mjs';
import { Refused } from '../refused.mjs';

/** Who is told that a run failed answers again; more often than this nobody does. */
const ANSWERS_AT_MOST = 8;

const submit = (values) => ({ answers: Object.entries(values).map(([field_key, value]) => ({ field_key, value })) });

/** Says something to an agent that asks. Returns its card, which is the pending one; undefined where the run failed. */
async function cardOf(user, kind, agent_id, asked) {
  const { soak, sessionId } = user;
  const text = agent_id === 'ask' ? wordsOf({ count: 3, nonce: asked.nonce }, 'b').join('') : '';
  const viewer = await user.chat(kind, asked, { agent_id });
  const end = await checkRun(soak, viewer, { ends: ['interrupted'], text });
  await checkSteps(soak, asked.nonce, agent_id === 'ask' ? ['before', 'who-asks'] : ['left-asks', 'right-asks'], [viewer], end);
  if (end !== 'interrupted') return undefined;
  const { card } = viewer.ledger;
  const pending = await soak.front.fetch({ path: `/sessions/${sessionId}/pending_card`, gateway: user.gateway(), kind });
  if (!isDeepStrictEqual(pending.card, card)) soak.book.violation('stored ≠ shown', kind, JSON.stringify({ pending, card }));
  await delay(user.random.of([0, 0, 50, 500]));
  return card;
}

/**
 * The same answer twice at once, through two gateways; again while the run it starts fails. Returns the viewers of all runs
 * it took, and what the last one ended with.
 */
async function answer(user, kind, card, user_response, asked, expected) {
  const all = [];
  for (let left = ANSWERS_AT_MOST; left > 0; left -= 1) {
    const gateway = user.gateway();
    const viewers = [user.viewer(kind, asked), user.viewer(kind, asked)];
    const body = { card_id: card.card_id, user_response };
    const refusals = await Promise.all(viewers.map((viewer, i) => viewer.start('resume', body, gateway + i)));
    for (const refusal of refusals) if (refusal) throw new Refused(kind, refusal);
    const ends = await Promise.all(viewers.map((viewer) => checkRun(user.soak, viewer, expected)));
    all.push(...viewers);
    const done = viewers.find((_viewer, i) => expected.ends.includes(ends[i]));
    if (done) return { runs: all, card: done.ledger.card };
  }
  throw new Error(`card ${card.card_id} was answered ${ANSWERS_AT_MOST} times, in vain`);
}

export async function card(user, kind) {
  const { soak } = user;
  const asked = user.asks(user.random.of([1, 5, 60]), 15);
  const shown = await cardOf(user, kind, 'ask', asked);
  if (!shown) return;
  const expected = { ends: ['completed'], text: asked.text };
  const { runs } = await answer(user, kind, shown, submit({ who: 'me' }), asked, expected);
  await checkSteps(soak, asked.nonce, ['who-goes-on'], runs, 'completed');
  await refusedWith(user, kind, 'card_already_answered', shown, submit({ who: 'another' }));
}

/** Two questions on one card, answered one after the other. */
export async function batch(user, kind) {
  const { soak } = user;
  const asked = user.asks(10, 10);
  const both = await cardOf(user, kind, 'pair', asked);
  if (!both) return;
  const [first, second] = user.random.of([
    ['left', 'right'],
    ['right', 'left'],
  ]);
  const half = await answer(user, kind, both, submit({ [first]: '1' }), asked, { ends: ['interrupted'], text: '' });
  await checkSteps(soak, asked.nonce, [`${first}-goes-on`], half.runs, 'completed');
  const rest = await answer(user, kind, half.card, submit({ [second]: '2' }), asked, { ends: ['completed'], text: asked.text });
  await checkSteps(soak, asked.nonce, [`${second}-goes-on`], rest.runs, 'completed');
}

export async function cancel(user, kind) {
  const asked = user.asks(5, 5);
  const shown = await cardOf(user, kind, 'ask', asked);
  if (!shown) return;
  const { runs } = await answer(user, kind, shown, { action: 'cancel' }, asked, { ends: ['completed'], text: asked.text });
  await checkSteps(user.soak, asked.nonce, ['who-goes-on'], runs, 'completed');
}

/** The person says something else instead of answering. */
export async function supersede(user, kind) {
  const asked = user.asks(5, 5);
  const shown = await cardOf(user, kind, 'ask', asked);
  if (!shown) return;
  const refusal = await user.chat(kind, user.asks(1, 0), { on_pending_card: 'reject', mayRefuse: true });
  if (refusal.code !== 'card_pending' || refusal.card?.card_id !== shown.card_id)
    user.soak.book.violation(
      'wrong refusal',
      kind,
      `card_pending was expected: ${JSON.stringify(refusal.code ?? refusal.runId)}`,
    );
  const instead = user.asks(5, 5);
  await checkRun(user.soak, await user.chat(kind, instead), { ends: ['completed'], text: instead.text });
  await refusedWith(user, kind, 'card_stale', shown, submit({ who: 'late' }));
}

async function refusedWith(user, kind, code, { card_id }, user_response) {
  const { soak, sessionId } = user;
  const call = {
    method: 'POST',
    path: `/sessions/${sessionId}/resume`,
    body: { card_id, user_response },
    gateway: user.gateway(),
    kind,
  };
  const refused = await soak.front.ask(call);
  const found = refused.status === 200 ? 'a run' : (await readJson(refused)).code;
  refused.body.destroy();
  if (found !== code) soak.book.violation('wrong refusal', kind, `${sessionId}: ${code} was expected, ${found} came`);
}
