import { QuestionCircleOutlined } from '@ant-design/icons';
import type { Card } from '@parley/client';
import { memo, type ReactNode } from 'react';
import { useTexts } from '../language/language.js';

/** What was asked with a message, once it is no longer open: one line, the questions folded. */
export const AskedQuestions = memo(function AskedQuestions({ card }: { card: Card }): ReactNode {
  const { conversation, workbench } = useTexts();
  const lines = [card.message, ...card.items.map(({ message }) => message)].filter((line): line is string => !!line);
  const heading = lines[0] ?? card.questions[0]?.question;
  return (
    <details className="asked">
      <summary>
        <QuestionCircleOutlined aria-hidden /> <span className="for-ears">{conversation.asked}: </span>
        {heading} <span className="muted">{workbench.questions(card.questions.length)}</span>
      </summary>
      <ul>
        {card.questions.map(({ item_id, field_key, question }) => (
          <li key={`${item_id}/${field_key}`}>{question}</li>
        ))}
      </ul>
    </details>
  );
});
