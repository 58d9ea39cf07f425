import { ParleyError } from '@parley/contracts';
import { within } from '../engine/within.js';

/** What refuses is thrown as it is; whatever else fails, or takes longer, is `store_unavailable`. */
export async function orUnavailable(ms: number, what: string, promise: Promise<void>): Promise<void> {
  try {
    await within(ms, what, promise);
  } catch (error) {
    throw error instanceof ParleyError ? error : new ParleyError('store_unavailable', {}, { cause: error });
  }
}
