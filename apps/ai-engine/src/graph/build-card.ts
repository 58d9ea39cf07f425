import { MAX_CARD_BYTES, ParleyError, type Card, type CardItem, type RunId } from '@parley/contracts';
import { type Agent, nodesOf } from '../agents/agent.js';
import { markOf, type OpenAsk, type ThreadState } from './thread-state.js';

/** A run ends with one card at most, so its id derives from the run's: a crash between gate and close changes nothing. */
export const cardIdOf = (runId: RunId): string => runId.replace(/^.*chat-/, 'card-');

/** All open asks as one card, in the order of the agent's skills, the answer's last. Throws `skill_output_invalid` beyond the size limit. */
export function buildCard(agent: Pick<Agent, 'skills' | 'cardTtlMs'>, state: ThreadState, runId: RunId, now: Date): Card {
  const items = nodesOf(agent).flatMap((skill) => (markOf(state, skill)?.asks ?? []).map((ask) => itemOf(skill, ask)));
  const [first] = items;
  if (!first) throw new TypeError('a card without items');
  const card: Card = {
    type: 'interrupt',
    card_id: cardIdOf(runId),
    review_type: first.review_type,
    ...(items.length === 1 && first.message !== undefined && { message: first.message }),
    items,
    questions: items.flatMap((item) => item.questions),
    created_at: now.toISOString(),
    ...(agent.cardTtlMs !== undefined && { expires_at: new Date(now.getTime() + agent.cardTtlMs).toISOString() }),
  };
  const bytes = Buffer.byteLength(JSON.stringify(card));
  if (bytes > MAX_CARD_BYTES) {
    const cause = new Error(`a card of ${bytes} bytes; at most ${MAX_CARD_BYTES} are allowed`);
    throw new ParleyError('skill_output_invalid', {}, { cause });
  }
  return card;
}

function itemOf(skill: string, { item_id, review_type, message, tool_call_id, tool_name, questions }: OpenAsk): CardItem {
  return {
    ...{ item_id, skill, source: 'local', review_type },
    ...(message !== undefined && { message }),
    ...(tool_call_id !== undefined && { tool_call_id, tool_name }),
    questions,
  };
}
