import type { Card, Question } from '@parley/client';

/** The question of a card that wants nothing but a confirmation: two buttons answer it. */
export function yesOrNoQuestion({ review_type, questions }: Card): Question | undefined {
  const [question, ...others] = questions;
  const isOnlyOne = question !== undefined && others.length === 0 && question.input_type === 'boolean';
  return review_type === 'confirm' && isOnlyOne ? question : undefined;
}
