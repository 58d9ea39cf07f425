import { useConsultation, type UseConsultationOptions } from '@parley/client/react';
import { Skeleton } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea.js';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { AgentSelect } from '../agents/agent-select.js';
import { useAgents } from '../agents/agents.js';
import { rememberAgent, usualAgent } from '../agents/last-agent.js';
import { ShownCard } from '../card/shown-card.js';
import { ErrorBar } from '../connection/error-bar.js';
import { useTexts } from '../language/language.js';
import { browserStorage } from '../storage/local-store.js';
import { Composer } from './composer.js';
import { ConversationHeader } from './conversation-header.js';
import { MessageList } from './message-list.js';
import { ToLatest } from './to-latest.js';
import { UnsentContext } from './unsent-actions.js';
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

/** What somebody began goes on while he looks at something else; what he sent is kept until the server has it. */
const CONSULTATION: UseConsultationOptions = { request: { on_disconnect: 'continue' }, storage: browserStorage() };

/** One consultation: what was said, what is asked, where to write. */
export function Conversation({ sessionId, isNew, onBegun, menuButton, inspectorButton }: ConversationProps): ReactNode {
  const consultation = useConsultation(sessionId, CONSULTATION);
  const { messages, card, status, connection, canRetry, session, stop, retry, dismissError } = consultation;
  const { restoring } = useTexts().conversation;
  const { agents } = useAgents();
  const [chosenId, setChosenId] = useState<string>();
  const agentId = chosenId ?? session?.agent_id ?? usualAgent(agents);
  const [scroller, content, input] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null), useRef<TextAreaRef>(null)];
  const isEmpty = messages.length === 0 && card === null;
  const { isAway, toEnd } = useStickToEnd(scroller, content, !isEmpty);
  const toInput = useCallback((): void => void setTimeout(() => input.current?.focus({ preventScroll: true })), []);
  const openCard = useOpenCard(consultation, toInput);
  const onSent = (): void => {
    toEnd();
    if (agentId !== undefined) rememberAgent(agentId);
    if (isNew) onBegun();
  };
  const message = useMessage({ place: isNew ? 'new' : sessionId, consultation, agentId, onSent, toInput });
  useGone(consultation);
  const announcement = useAnnouncement(consultation);

  return (
    <>
      <ConversationHeader
        sessionId={sessionId}
        session={session}
        connection={connection}
        menuButton={menuButton}
        inspectorButton={inspectorButton}
      />
      <div ref={scroller} className="conversation-scroller">
        <div ref={content} className="column conversation-content">
          {status === 'restoring' && isEmpty ? (
            <div aria-label={restoring} role="status">
              <Skeleton active />
            </div>
          ) : isEmpty ? (
            <Welcome agentId={agentId} onChoose={setChosenId} />
          ) : (
            <UnsentContext value={message.unsent}>
              <MessageList messages={messages} card={card} isWaiting={status === 'waiting'} />
            </UnsentContext>
          )}
        </div>
      </div>
      <div className="column conversation-foot">
        {isAway && <ToLatest onClick={toEnd} />}
        {(openCard.otherError || canRetry) && (
          <ErrorBar
            error={openCard.otherError}
            canRetry={canRetry}
            onRetry={() => void retry()}
            onDismiss={dismissError}
            toInput={toInput}
          />
        )}
        {card && <ShownCard card={card} {...openCard} />}
        <Composer
          text={message.text}
          status={status}
          isLocked={card !== null}
          agentSelect={!isEmpty && <AgentSelect agentId={agentId} onChoose={setChosenId} disabled={card !== null} />}
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
