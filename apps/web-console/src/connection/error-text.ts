import { ConnectionError, ProblemError } from '@parley/client';
import type { Texts } from '../language/texts.js';

/** What a person is told about an error, in the language of the page. */
export function errorText(error: Error, { codes, connection }: Texts['errors']): string {
  if (error instanceof ProblemError) return codes[error.code] ?? codes.unknown;
  return error instanceof ConnectionError ? connection : codes.internal;
}
