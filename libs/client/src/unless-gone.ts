import { ProblemError } from './problem-error.js';

/** What is answered; nothing where the session is not there. */
export const unlessGone = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (!(error instanceof ProblemError && error.code === 'session_not_found')) throw error;
    return undefined;
  });
