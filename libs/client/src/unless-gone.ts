import type { ProblemError } from './problem-error.js';

/** What is answered; nothing where the session is not there. */
export const unlessGone = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: Partial<ProblemError> | undefined) => {
    if (error?.code !== 'session_not_found') throw error;
    return undefined;
  });
