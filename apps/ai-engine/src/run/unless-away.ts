import { ParleyError } from '@parley/contracts';

/** What the store answers; undefined where it gave no answer, which may be asked for again. Everything else is thrown. */
export async function unlessAway<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'store_unavailable') return undefined;
    throw error;
  }
}
