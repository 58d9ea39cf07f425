import type { Card } from '@parley/client';
import type { ConsultationMessage } from '@parley/client/store';
import { memo, type ReactNode } from 'react';
import { fullTime, shortTime } from '../language/format.js';
import { useLanguage, useTexts } from '../language/language.js';
import { CopyButton } from '../markdown/copy-button.js';
import { Markdown } from '../markdown/markdown.js';
import { AskedQuestions } from './asked-questions.js';
import { MessageAnswers } from './message-answers.js';
import { MessageMark } from './message-mark.js';
import { MessageWork } from './message-work.js';
import { UnsentActions } from './unsent-actions.js';

export interface MessageProps {
  message: ConsultationMessage;
  /** The card that its answers belong to. */
  answered?: Card;
  /** Whether its own card is open: then it is shown elsewhere. */
  isAsking: boolean;
}

export const Message = memo(function Message({ message, answered, isAsking }: MessageProps): ReactNode {
  return message.role === 'user' ? (
    <UserMessage message={message} answered={answered} />
  ) : (
    <AgentMessage message={message} isAsking={isAsking} />
  );
});

function UserMessage({ message, answered }: Omit<MessageProps, 'isAsking'>): ReactNode {
  const { youSaid } = useTexts().conversation;
  const { content, answers, state, created_at } = message;
  return (
    <li className="message message-user" data-state={state}>
      <h2 className="for-ears">{youSaid}</h2>
      <div className="bubble">
        {answers ? (
          <MessageAnswers answers={answers} card={answered} />
        ) : (
          <p className="said" dir="auto">
            {content}
          </p>
        )}
      </div>
      <div className="message-foot">
        <MessageMark state={state} />
        <UnsentActions message={message} />
        {created_at && <MessageTime at={created_at} />}
      </div>
    </li>
  );
}

function AgentMessage({ message, isAsking }: Omit<MessageProps, 'answered'>): ReactNode {
  const { agentSaid, copy } = useTexts().conversation;
  const { content, state, card, created_at } = message;
  const isOver = state !== 'streaming';
  // A turn that only asked leaves nothing to be shown beside its open card.
  if (content === '' && isAsking && !message.thinking && !message.tools && !message.remote) return null;
  return (
    <li className="message message-agent" data-state={state}>
      <h2 className="for-ears">{agentSaid}</h2>
      <MessageWork {...message} />
      {content !== '' && <Markdown text={content} isGrowing={!isOver} />}
      {card && !isAsking && <AskedQuestions card={card} />}
      <div className="message-foot">
        <MessageMark state={state} />
        {isOver && content !== '' && (
          <>
            <CopyButton label={copy} text={() => content} />
            {created_at && <MessageTime at={created_at} />}
          </>
        )}
      </div>
    </li>
  );
}

function MessageTime({ at }: { at: string }): ReactNode {
  const language = useLanguage();
  return (
    <time className="message-time" dateTime={at} title={fullTime(at, language)}>
      {shortTime(at, language)}
    </time>
  );
}
