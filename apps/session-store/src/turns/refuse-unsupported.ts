import { ParleyError, type FieldError, type TurnStart } from '@parley/contracts';

/** Policies that are part of the contract and not built yet are refused, never ignored. Only a chat message has them. */
export function refuseUnsupported({ on_pending_card, request }: TurnStart): void {
  if (request.kind === 'resume') return;
  const errors: FieldError[] = [];
  if (on_pending_card === 'answer')
    errors.push({ path: 'on_pending_card', message: 'answer is not supported yet: use reject or supersede' });
  if (errors.length > 0) throw new ParleyError('validation_failed', { errors });
}
