import { FormOutlined, SmileOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useAgents } from '../agents/agents.js';
import { hrefOf } from '../app/route.js';
import { fullTime, shortTime } from '../language/format.js';
import { useLanguage, useTexts } from '../language/language.js';
import { localText } from '../language/local-text.js';
import type { SessionListState } from '../sessions/session-list.js';
import { useSessionList } from '../sessions/sessions-context.js';
import type { OpenCard } from './open-cards.js';

export interface PendingCardsProps {
  cards: readonly OpenCard[];
  status: SessionListState['status'];
}

export function PendingCards({ cards, status }: PendingCardsProps): ReactNode {
  const { workbench, errors } = useTexts();
  const list = useSessionList();
  const retry = (
    <Button size="small" onClick={() => void list.load()}>
      {errors.retry}
    </Button>
  );
  return (
    <section aria-labelledby="pending-cards">
      <h2 id="pending-cards">
        {workbench.cards} {cards.length > 0 && <span className="count">{cards.length}</span>}
      </h2>
      {status === 'failed' && <Alert type="warning" className="workbench-failed" title={workbench.failed} action={retry} />}
      {cards.length > 0 ? (
        <ul className="entries">
          {cards.map((open) => (
            <Entry key={open.session.session_id} open={open} />
          ))}
        </ul>
      ) : status === 'loading' ? (
        <Skeleton active />
      ) : (
        status === 'ready' && (
          <div className="workbench-empty">
            <SmileOutlined aria-hidden />
            <p>{workbench.noCards}</p>
            <p className="muted">{workbench.noCardsHint}</p>
          </div>
        )
      )}
    </section>
  );
}

/** One open card; it is answered where it belongs. */
function Entry({ open: { session, card } }: { open: OpenCard }): ReactNode {
  const { workbench, sessions } = useTexts();
  const language = useLanguage();
  const { agents } = useAgents();
  const agent = agents.find(({ agent_id }) => agent_id === session.agent_id);
  const title = session.title || sessions.untitled;
  const message = card && (card.message ?? card.items.find((item) => item.message)?.message ?? card.questions[0]?.question);
  return (
    <li>
      <a className="entry" href={hrefOf({ page: 'consultation', sessionId: session.session_id })}>
        <FormOutlined className="entry-icon" aria-hidden />
        <span className="entry-text">
          <strong>{message ?? title}</strong>
          <span className="muted">{[message && title, localText(agent?.name, language)].filter(Boolean).join(' · ')}</span>
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
