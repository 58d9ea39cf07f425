import { DeleteOutlined } from '@ant-design/icons';
import type { Session } from '@parley/client';
import { App, Button } from 'antd';
import type { ReactNode } from 'react';
import { goTo } from '../app/route.js';
import { keepDraft } from '../conversation/message-draft.js';
import { useTexts } from '../language/language.js';
import { useSessionList } from './sessions-context.js';

/** Deletes the consultation that is shown, after a question. */
export function DeleteButton({ session }: { session: Session }): ReactNode {
  const { sessions: texts } = useTexts();
  const { modal, message } = App.useApp();
  const list = useSessionList();

  const remove = async (): Promise<void> => {
    try {
      await list.delete(session.session_id);
      keepDraft(session.session_id, '');
      goTo({ page: 'new' });
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
    });
  return <Button type="text" icon={<DeleteOutlined />} aria-label={texts.delete} title={texts.delete} onClick={ask} />;
}
