import type { Answer } from '@parley/contracts';
import type { CardResponse } from './consultation-session.js';

/** Answers as the protocol has them. */
export const answerList = (answers: CardResponse['answers'] = []): readonly Answer[] =>
  isList(answers) ? answers : Object.entries(answers).map(([field_key, value]) => ({ field_key, value }));

const isList = (answers: NonNullable<CardResponse['answers']>): answers is readonly Answer[] => Array.isArray(answers);
