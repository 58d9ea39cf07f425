import { Drawer } from 'antd';
import { type MouseEvent, type ReactNode, type RefObject, useRef } from 'react';
import { useTexts } from '../language/language.js';

export interface MenuDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  /** Has the focus again when the drawer is closed and nothing was chosen. */
  button: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** What was chosen may have taken the focus, such as the first answer of a card. */
function isNowhere(button: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement === button || !!activeElement?.closest('.sidebar-drawer');
}

/** The sidebar where there is no room beside the page. Whoever chooses something is in the page afterwards. */
export function MenuDrawer({ isOpen, onClose, button, children }: MenuDrawerProps): ReactNode {
  const { menu, close } = useTexts().app;
  const isChosen = useRef(false);
  const choose = ({ target }: MouseEvent): void => {
    if (!(target as Element).closest('a')) return;
    isChosen.current = true;
    onClose();
  };
  const onOpenChange = (isOpenNow: boolean): void => {
    const wanted = isChosen.current ? document.getElementById('main') : button.current;
    isChosen.current = false;
    // Once it is gone: where nothing moves it is still there, and has yet to give the focus to its button.
    if (!isOpenNow) setTimeout(() => isNowhere(button.current) && wanted?.focus());
  };
  return (
    <Drawer
      className="sidebar-drawer"
      placement="left"
      size={300}
      open={isOpen}
      onClose={onClose}
      afterOpenChange={onOpenChange}
      title={menu}
      closable={{ 'aria-label': close }}
      styles={{ body: { padding: 0 } }}
    >
      <div className="sidebar-drawer-body" onClick={choose}>
        {children}
      </div>
    </Drawer>
  );
}
