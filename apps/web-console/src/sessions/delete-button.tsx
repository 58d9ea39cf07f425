import { DeleteOutlined } from '@ant-design/icons';
import type { Session } from '@parley/client';
import { App, Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { hrefOf, replaceRoute } from '../app/route.js';
import { useTexts } from '../language/language.js';
import { useSessionList } from './sessions-context.js';

/** Deletes the consultation that is shown, after a question. */
export function DeleteButton({ session }: { session: Session }): ReactNode {
  const { sessions: texts } = useTexts();
  const { modal, message } = App.useApp();
  const list = useSessionList();
  const button = useRef<HTMLButtonElement>(null);

  const remove = async (): Promise<void> => {
    try {
      await list.delete(session.session_id);
      // Nothing to go back to. Who has gone elsewhere meanwhile stays there.
      const isShown = window.location.hash === hrefOf({ page: 'consultation', sessionId: session.session_id });
      if (isShown) replaceRoute({ page: 'new' });
    } catch {
      void message.error(texts.deleteFailed);
    }
  };
  const ask = (): void =>
    void modal.confirm({
      title: texts.deleteQuestion,
      content: texts.deleteHint,
      okText: texts.delete,
      okButtonProps: { danger: true },
      cancelText: texts.keep,
      onOk: remove,
      autoFocusButton: 'cancel',
      // The button that has opened it is gone with the consultation.
      afterClose: () => void (button.current ?? document.getElementById('main'))?.focus(),
    });
  return (
    <Button ref={button} type="text" icon={<DeleteOutlined />} aria-label={texts.delete} title={texts.delete} onClick={ask} />
  );
}
