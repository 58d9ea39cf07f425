import { CloseOutlined, CodeOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ConnectionState } from '../connection/connection-state.js';
import { Conversation } from '../conversation/conversation.js';
import { Inspector } from '../inspector/inspector.js';
import { useTexts } from '../language/language.js';
import { WorkbenchPage } from '../workbench/workbench-page.js';
import { MenuButton } from './menu-button.js';
import { MenuDrawer } from './menu-drawer.js';
import { PageHeader } from './page-header.js';
import { PanelBoundary } from './panel-boundary.js';
import { replaceRoute, useRoute } from './route.js';
import { Sidebar } from './sidebar.js';
import { useMediaQuery } from './use-media-query.js';
import { useShownSession } from './use-shown-session.js';

/**
 * The frame around whatever is shown: the sidebar, beside it or in a drawer, and the page. All of it is here from the start: a
 * part that is fetched when it is needed is not there when the network is gone, or when a newer version has taken its place.
 */
export function Shell(): ReactNode {
  const route = useRoute();
  const shownId = useShownSession(route);
  const texts = useTexts();
  const isNarrow = useMediaQuery('(width < 860px)');
  const hasRoomForMore = useMediaQuery('(width >= 1180px)');
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isInspecting, setInspecting] = useState(false);
  const [menuToggle, inspectorToggle] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  useEffect(() => setMenuOpen(false), [route.page, shownId]);

  const sidebar = (
    <PanelBoundary>
      <Sidebar route={route} shownId={shownId} />
    </PanelBoundary>
  );
  const { main, skipToMain } = texts.app;
  const menuButton = isNarrow && <MenuButton button={menuToggle} shownId={shownId} onClick={() => setMenuOpen(true)} />;
  const inspectorLabel = isInspecting ? texts.inspector.close : texts.inspector.open;
  const inspectorButton = (
    <Button
      ref={inspectorToggle}
      type="text"
      icon={<CodeOutlined />}
      aria-label={inspectorLabel}
      aria-pressed={isInspecting}
      title={inspectorLabel}
      onClick={() => setInspecting(!isInspecting)}
    />
  );
  const closeInspector = (): void => {
    setInspecting(false);
    // Once it is gone: a drawer keeps the focus for as long as it is there.
    setTimeout(() => inspectorToggle.current?.focus());
  };
  const inspector = isInspecting && shownId !== undefined && (
    <PanelBoundary
      key={shownId}
      head={<Button type="text" icon={<CloseOutlined />} aria-label={inspectorLabel} onClick={closeInspector} />}
    >
      <Inspector sessionId={shownId} onClose={closeInspector} />
    </PanelBoundary>
  );

  return (
    <div className="shell">
      <a className="skip-link" href="#main" onClick={skip}>
        {skipToMain}
      </a>
      {isNarrow ? (
        <MenuDrawer isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} button={menuToggle}>
          {sidebar}
        </MenuDrawer>
      ) : (
        sidebar
      )}
      <div className="page">
        <main className="page-main" id="main" tabIndex={-1} aria-label={main}>
          {shownId === undefined ? (
            <>
              <PageHeader start={menuButton} title={texts.workbench.title} about={texts.workbench.hint}>
                <ConnectionState />
              </PageHeader>
              <PanelBoundary>
                <WorkbenchPage />
              </PanelBoundary>
            </>
          ) : (
            <PanelBoundary key={shownId} head={<PageHeader start={menuButton} title={texts.app.name} />}>
              <Conversation
                sessionId={shownId}
                isNew={route.page === 'new'}
                onBegun={() => replaceRoute({ page: 'consultation', sessionId: shownId })}
                menuButton={menuButton}
                inspectorButton={inspectorButton}
              />
            </PanelBoundary>
          )}
        </main>
        {inspector && hasRoomForMore && <div className="inspector-beside">{inspector}</div>}
      </div>
      {inspector && !hasRoomForMore && (
        <Drawer
          open
          aria-label={texts.inspector.title}
          closable={false}
          onClose={closeInspector}
          size="min(100vw, 460px)"
          styles={{ body: { padding: 0 } }}
        >
          {inspector}
        </Drawer>
      )}
    </div>
  );
}

/** The fragment is the route: the link moves the focus without touching it. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
