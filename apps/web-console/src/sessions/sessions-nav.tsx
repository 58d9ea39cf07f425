import { Alert, Button, Skeleton } from 'antd';
import { memo, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Session } from '@parley/client';
import { hrefOf } from '../app/route.js';
import { isByKey, type Pressed } from '../app/pressed.js';
import { shortTime } from '../language/format.js';
import { useLanguage, useTexts } from '../language/language.js';
import { groupByDay } from './group-by-day.js';
import { useSessionList, useSessions } from './sessions-context.js';
import './sessions.css';

/** So many more at a time: each is a row of the page. */
const ROWS = 50;

/** All consultations, the latest first. */
export function SessionsNav({ shownId }: { shownId: string | undefined }): ReactNode {
  const { sessions: texts } = useTexts();
  const list = useSessionList();
  const { sessions, status, more } = useSessions();
  const [rows, setRows] = useState(ROWS);
  const nav = useRef<HTMLElement>(null);
  const failed = (status === 'failed' || more === 'failed') && <ListFailed onRetry={() => void list.load()} />;
  if (sessions.length === 0) {
    if (status === 'loading') return <Skeleton active title={false} className="sessions-loading" />;
    return failed || <p className="sessions-empty">{texts.empty}</p>;
  }
  const showMore = (pressed: Pressed): void => {
    flushSync(() => setRows(rows + ROWS));
    // The button is below what has come now, or gone.
    if (isByKey(pressed)) nav.current?.querySelectorAll<HTMLElement>('a')[rows]?.focus();
    if (sessions.length <= rows + ROWS && more !== 'none') void list.load();
  };
  return (
    <>
      {status === 'failed' && failed}
      <nav ref={nav} aria-label={texts.title} className="sessions">
        {groupByDay(sessions.slice(0, rows)).map(({ group, sessions: ofGroup }) => (
          <section key={group} aria-label={texts[group]}>
            <h2>{texts[group]}</h2>
            <ul>
              {ofGroup.map((session) => (
                <SessionLink key={session.session_id} session={session} isShown={session.session_id === shownId} />
              ))}
            </ul>
          </section>
        ))}
        {more === 'failed'
          ? failed
          : (more !== 'none' || sessions.length > rows) && (
              <Button type="text" block loading={more === 'loading'} onClick={showMore}>
                {texts.more}
              </Button>
            )}
      </nav>
    </>
  );
}

function ListFailed({ onRetry }: { onRetry: () => void }): ReactNode {
  const { sessions, errors } = useTexts();
  const retry = (
    <Button size="small" onClick={onRetry}>
      {errors.retry}
    </Button>
  );
  return <Alert type="warning" title={sessions.failed} action={retry} />;
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
        <span className="session-title" title={title} dir="auto">
          {title || texts.untitled}
        </span>
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
