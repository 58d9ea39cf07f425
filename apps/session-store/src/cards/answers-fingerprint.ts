import { createHash } from 'node:crypto';
import type { AnswerAction, ItemAnswers } from '@parley/contracts';

/**
 * The same for the same action with the same answers, whatever the order in which they came: what tells a repeated
 * submit of a card from a different one. SHA-256, hexadecimal. `items` are those of `checkAnswers`, so item ids are resolved.
 */
export function answersFingerprint(action: AnswerAction, items: readonly ItemAnswers[]): string {
  const byItem = Object.fromEntries(items.map(({ item_id, values }) => [item_id, values]));
  return createHash('sha256')
    .update(canonicalJson([action, action === 'cancel' ? {} : byItem]))
    .digest('hex');
}

/** JSON with the members of every object in the order of their names. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
