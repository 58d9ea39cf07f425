import { InboxOutlined, PlusOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.js';
import { SessionsNav } from '../sessions/sessions-nav.js';
import { useSessions } from '../sessions/sessions-context.js';
import icon from './icon.svg';
import { hrefOf, type Route } from './route.js';
import { Settings } from './settings.js';
import './sidebar.css';

/** Where one can go. */
export function Sidebar({ route, shownId }: { route: Route; shownId: string | undefined }): ReactNode {
  const { app, sessions: texts } = useTexts();
  const { sessions } = useSessions();
  const waiting = sessions.filter(({ awaiting_card }) => awaiting_card !== null).length;
  const current = (page: Route['page']): 'page' | undefined => (route.page === page ? 'page' : undefined);
  return (
    <aside className="sidebar" aria-label={app.sidebar}>
      <a className="brand" href={hrefOf({ page: 'new' })}>
        <img src={icon} alt="" />
        <span>
          <strong>{app.name}</strong>
          <small>{app.tagline}</small>
        </span>
      </a>
      <div className="sidebar-links">
        <a className="sidebar-link is-primary" href={hrefOf({ page: 'new' })}>
          <PlusOutlined aria-hidden /> {app.newConsultation}
        </a>
        <a className="sidebar-link" href={hrefOf({ page: 'workbench' })} aria-current={current('workbench')}>
          <InboxOutlined aria-hidden /> {app.workbench}
          {waiting > 0 && (
            <span className="count">
              {waiting} <span className="for-ears">{texts.asking}</span>
            </span>
          )}
        </a>
      </div>
      <div className="sidebar-list">
        <SessionsNav shownId={shownId} />
      </div>
      <Settings />
    </aside>
  );
}
