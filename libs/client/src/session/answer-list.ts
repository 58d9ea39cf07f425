import type { Answer } from '@parley/contracts';
import type { CardResponse } from './consultation-session.js';

/** Answers as the protocol has them. */
export const answerList = (answers: CardResponse['answers'] = []): readonly Answer[] =>
  Array.isArray(answers)
    ? (answers as readonly Answer[])
    : Object.entries(answers).map(([field_key, value]) => ({ field_key, value }));
