import { MenuOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode, RefObject } from 'react';
import { useTexts } from '../language/language.js';
import { useSessions } from '../sessions/sessions-context.js';

export interface MenuButtonProps {
  button: RefObject<HTMLButtonElement | null>;
  /** What waits there needs no sign: it is seen. */
  shownId: string | undefined;
  onClick: () => void;
}

/** Opens the menu, where there is no room for it. It has a mark when something waits in a consultation that is not shown. */
export function MenuButton({ button, shownId, onClick }: MenuButtonProps): ReactNode {
  const { app, sessions: texts } = useTexts();
  const { sessions } = useSessions();
  const waiting = sessions.filter(({ awaiting_card, session_id }) => awaiting_card !== null && session_id !== shownId).length;
  const label = waiting > 0 ? `${app.menu} · ${waiting} ${texts.asking}` : app.menu;
  return (
    <Button
      ref={button}
      type="text"
      className="menu-button"
      icon={<MenuOutlined />}
      aria-label={label}
      title={label}
      data-waiting={waiting > 0 || undefined}
      onClick={onClick}
    />
  );
}
