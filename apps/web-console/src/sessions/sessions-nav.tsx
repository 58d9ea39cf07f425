import { Alert, Button, Skeleton } from 'antd';
import { memo, type ReactNode } from 'react';
import type { Session } from '@parley/client';
import { hrefOf } from '../app/route.js';
import { shortTime } from '../language/format.js';
import { useLanguage, useTexts } from '../language/language.js';
import { groupByDay } from './group-by-day.js';
import { useSessionList, useSessions } from './sessions-context.js';
import './sessions.css';

/** All consultations, the latest first. */
export function SessionsNav({ shownId }: { shownId: string | undefined }): ReactNode {
  const { sessions: texts, errors } = useTexts();
  const list = useSessionList();
  const { sessions, status, hasMore } = useSessions();
  if (status === 'loading' && sessions.length === 0) return <Skeleton active title={false} className="sessions-loading" />;
  if (status === 'failed') {
    const retry = (
      <Button size="small" onClick={() => void list.load()}>
        {errors.retry}
      </Button>
    );
    return <Alert type="warning" title={texts.failed} action={retry} />;
  }
  if (sessions.length === 0) return <p className="sessions-empty">{texts.empty}</p>;
  return (
    <nav aria-label={texts.title} className="sessions">
      {groupByDay(sessions).map(({ group, sessions: ofGroup }) => (
        <section key={group} aria-label={texts[group]}>
          <h2>{texts[group]}</h2>
          <ul>
            {ofGroup.map((session) => (
              <SessionLink key={session.session_id} session={session} isShown={session.session_id === shownId} />
            ))}
          </ul>
        </section>
      ))}
      {hasMore && (
        <Button type="text" block onClick={() => void list.load()}>
          {texts.more}
        </Button>
      )}
    </nav>
  );
}

const SessionLink = memo(function SessionLink({ session, isShown }: { session: Session; isShown: boolean }): ReactNode {
  const { sessions: texts } = useTexts();
  const language = useLanguage();
  const { session_id, title, updated_at, awaiting_card, active_run_id } = session;
  const state = awaiting_card ? 'asking' : active_run_id ? 'running' : undefined;
  return (
    <li>
      <a
        className="session"
        href={hrefOf({ page: 'consultation', sessionId: session_id })}
        aria-current={isShown ? 'page' : undefined}
      >
        <span className="session-title">{title || texts.untitled}</span>
        {state && (
          <span className={`session-state session-${state}`} title={texts[state]}>
            <span className="for-ears">{texts[state]}</span>
          </span>
        )}
        <time className="session-time" dateTime={updated_at}>
          {shortTime(updated_at, language)}
        </time>
      </a>
    </li>
  );
});
