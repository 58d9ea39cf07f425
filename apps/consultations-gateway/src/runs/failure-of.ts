import { ParleyError } from '@parley/contracts';
import { OrderError } from '@parley/wire';

/** What a run's viewer is told when its events cannot be followed to their end. A stream that breaks off is never a success. */
export function failureOf(error: unknown): ParleyError {
  if (error instanceof ParleyError) return error;
  if (error instanceof OrderError) return new ParleyError('engine_unavailable', {}, { cause: error });
  return new ParleyError('internal', {}, { cause: error });
}
