import { ExclamationCircleOutlined, LoadingOutlined, PauseCircleOutlined } from '@ant-design/icons';
import type { ConsultationMessage } from '@parley/client/store';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.js';

/** What became of a message, where that is not simply that it is there. */
export function MessageMark({ state }: Pick<ConsultationMessage, 'state'>): ReactNode {
  const { interrupted, failed, unsent, sending } = useTexts().conversation;
  switch (state) {
    case 'preempted':
      return <Mark kind="quiet" icon={<PauseCircleOutlined />} text={interrupted} />;
    case 'failed':
      return <Mark kind="bad" icon={<ExclamationCircleOutlined />} text={failed} />;
    case 'unsent':
      return <Mark kind="bad" icon={<ExclamationCircleOutlined />} text={unsent} />;
    case 'sending':
      return <Mark kind="quiet" icon={<LoadingOutlined />} text={sending} />;
    case 'streaming':
    case 'done':
      return null;
  }
}

function Mark({ kind, icon, text }: { kind: 'quiet' | 'bad'; icon: ReactNode; text: string }): ReactNode {
  return (
    <span className={`mark mark-${kind}`}>
      {icon} {text}
    </span>
  );
}
