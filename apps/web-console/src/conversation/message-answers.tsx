import type { Answer, Card } from '@parley/client';
import { memo, type ReactNode } from 'react';
import { useTexts } from '../language/language.js';
import { answerText, questionOf } from './answered-card.js';

/** What the user answered, with what was asked. */
export const MessageAnswers = memo(function MessageAnswers({
  answers,
  card,
}: {
  answers: readonly Answer[];
  card?: Card;
}): ReactNode {
  const { conversation, card: words } = useTexts();
  if (answers.length === 0) return <p className="no-answers">{conversation.noAnswers}</p>;
  return (
    <dl className="answers">
      {answers.map((answer) => {
        const question = card && questionOf(card, answer);
        return (
          <div key={`${answer.item_id}/${answer.field_key}`}>
            <dt>{question?.question ?? answer.field_key}</dt>
            <dd>{answerText(answer, question, words) || '—'}</dd>
          </div>
        );
      })}
    </dl>
  );
});
