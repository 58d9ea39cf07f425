import { useConsultation } from '@parley/client/react';
import { Skeleton } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea.js';
import { type ReactNode, useRef, useState } from 'react';
import { AgentSelect } from '../agents/agent-select.js';
import { useAgents } from '../agents/agents.js';
import { rememberAgent, usualAgent } from '../agents/last-agent.js';
import { CardPanel } from '../card/card-panel.js';
import { MinimizedCard } from '../card/minimized-card.js';
import { ErrorBar } from '../connection/error-bar.js';
import { useTexts } from '../language/language.js';
import { Composer } from './composer.js';
import { ConversationHeader } from './conversation-header.js';
import { MessageList } from './message-list.js';
import { ToLatest } from './to-latest.js';
import { useAnnouncement } from './use-announcement.js';
import { useGone } from './use-gone.js';
import { useMessage } from './use-message.js';
import { useOpenCard } from './use-open-card.js';
import { useStickToEnd } from './use-stick-to-end.js';
import { Welcome } from './welcome.js';
import './conversation.css';

export interface ConversationProps {
  sessionId: string;
  /** Whether nobody has written in it yet. */
  isNew: boolean;
  /** The first message of a new consultation is on its way. */
  onBegun: () => void;
  /** Further things in the header. */
  menuButton: ReactNode;
  inspectorButton: ReactNode;
}

/** One consultation: what was said, what is asked, where to write. */
export function Conversation({ sessionId, isNew, onBegun, menuButton, inspectorButton }: ConversationProps): ReactNode {
  const consultation = useConsultation(sessionId);
  const { messages, card, status, connection, error, canRetry, session, stop, retry, dismissError } = consultation;
  const { restoring } = useTexts().conversation;
  const { agents } = useAgents();
  const [chosenId, setChosenId] = useState<string>();
  const agentId = chosenId ?? session?.agent_id ?? usualAgent(agents);
  const [scroller, content, input] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null), useRef<TextAreaRef>(null)];
  const { isAway, toEnd } = useStickToEnd(scroller, content);
  const openCard = useOpenCard(consultation, () => setTimeout(() => input.current?.focus({ preventScroll: true })));
  const onSent = (): void => {
    toEnd();
    if (agentId !== undefined) rememberAgent(agentId);
    if (isNew) onBegun();
  };
  const message = useMessage({ sessionId, isNew, consultation, agentId, onSent });
  useGone(consultation);
  const announcement = useAnnouncement(consultation);
  const isEmpty = messages.length === 0 && card === null;
  // Errors of answers are shown where they belong, in the card.
  const isInCard = card !== null && error !== null && 'code' in error && error.code === 'answers_invalid';

  return (
    <>
      <ConversationHeader session={session} connection={connection} menuButton={menuButton} inspectorButton={inspectorButton} />
      <div ref={scroller} className="conversation-scroller">
        <div ref={content} className="column conversation-content">
          {status === 'restoring' && isEmpty ? (
            <div aria-label={restoring} role="status">
              <Skeleton active />
            </div>
          ) : isEmpty ? (
            <Welcome agentId={agentId} onChoose={setChosenId} />
          ) : (
            <MessageList messages={messages} card={card} isWaiting={status === 'waiting'} />
          )}
        </div>
      </div>
      <div className="column conversation-foot">
        {isAway && <ToLatest onClick={toEnd} />}
        {(error || canRetry) && !isInCard && (
          <ErrorBar error={error} canRetry={canRetry} onRetry={() => void retry()} onDismiss={dismissError} />
        )}
        {card &&
          (openCard.isMinimized ? (
            <MinimizedCard card={card} onOpen={openCard.open} />
          ) : (
            <CardPanel
              key={card.card_id}
              card={card}
              answer={openCard.answer}
              cancel={openCard.cancel}
              error={error}
              onMinimize={openCard.minimize}
            />
          ))}
        <Composer
          text={message.text}
          status={status}
          agentSelect={!isEmpty && <AgentSelect agentId={agentId} onChoose={setChosenId} disabled={status === 'asking'} />}
          input={input}
          onChange={message.change}
          onSend={message.send}
          onStop={() => void stop()}
        />
      </div>
      <div className="for-ears" aria-live="polite">
        {announcement}
      </div>
    </>
  );
}
