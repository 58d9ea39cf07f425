import { CARD } from '../openapi/card.schema.js';
import { object } from '../openapi/schema.js';

export const PENDING_CARD = object({ has_pending_card: { type: 'boolean' }, card: { allOf: [CARD], nullable: true } }, [
  'has_pending_card',
  'card',
]);
