import { FormOutlined, SmileOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useAgents } from '../agents/agents.js';
import { hrefOf } from '../app/route.js';
import { fullTime, shortTime } from '../language/format.js';
import { useLanguage, useTexts } from '../language/language.js';
import { localText } from '../language/local-text.js';
import type { SessionListState } from '../sessions/session-list.js';
import type { PendingCard } from './use-pending-cards.js';

export interface PendingCardsProps {
  cards: readonly PendingCard[];
  status: SessionListState['status'];
}

export function PendingCards({ cards, status }: PendingCardsProps): ReactNode {
  const { workbench } = useTexts();
  return (
    <section aria-labelledby="pending-cards">
      <h2 id="pending-cards">
        {workbench.cards} {cards.length > 0 && <span className="count">{cards.length}</span>}
      </h2>
      {status === 'loading' && cards.length === 0 ? (
        <Skeleton active />
      ) : status === 'failed' ? (
        <p className="muted">{workbench.failed}</p>
      ) : cards.length === 0 ? (
        <div className="workbench-empty">
          <SmileOutlined aria-hidden />
          <p>{workbench.noCards}</p>
          <p className="muted">{workbench.noCardsHint}</p>
        </div>
      ) : (
        <ul className="entries">
          {cards.map((pending) => (
            <Entry key={pending.session.session_id} pending={pending} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** One open card; it is answered where it belongs. */
function Entry({ pending: { session, card } }: { pending: PendingCard }): ReactNode {
  const { workbench, sessions } = useTexts();
  const language = useLanguage();
  const { agents } = useAgents();
  const agent = agents.find(({ agent_id }) => agent_id === session.agent_id);
  const message = card && (card.message ?? card.items.find((item) => item.message)?.message ?? card.questions[0]?.question);
  return (
    <li>
      <a className="entry" href={hrefOf({ page: 'consultation', sessionId: session.session_id })}>
        <FormOutlined className="entry-icon" aria-hidden />
        <span className="entry-text">
          <strong>{message ?? '…'}</strong>
          <span className="muted">
            {[session.title || sessions.untitled, localText(agent?.name, language)].filter(Boolean).join(' · ')}
          </span>
          {card && (
            <span className="muted" title={fullTime(card.created_at, language)}>
              {workbench.questions(card.questions.length)} · {workbench.asked(shortTime(card.created_at, language))}
            </span>
          )}
        </span>
        <span className="entry-action">{workbench.answer}</span>
      </a>
    </li>
  );
}
