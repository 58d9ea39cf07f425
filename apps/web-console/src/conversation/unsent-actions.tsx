import type { ConsultationMessage } from '@parley/client/react';
import { Button } from 'antd';
import { createContext, type ReactNode, useContext } from 'react';
import { useTexts } from '../language/language.js';
import type { Pressed } from '../app/pressed.js';

/** What can be done with a message that is unsent, besides sending it again. */
export interface UnsentHandlers {
  edit: (message: ConsultationMessage) => void;
  /** `pressed`: how its button was. */
  discard: (message: ConsultationMessage, pressed: Pressed) => void;
}

export const UnsentContext = createContext<UnsentHandlers | undefined>(undefined);

export function UnsentActions({ message }: { message: ConsultationMessage }): ReactNode {
  const { edit, discard } = useTexts().conversation;
  const handlers = useContext(UnsentContext);
  if (!handlers || message.state !== 'unsent' || message.answers) return null;
  return (
    <>
      <Button type="link" size="small" onClick={() => handlers.edit(message)}>
        {edit}
      </Button>
      <Button type="link" size="small" onClick={(pressed) => handlers.discard(message, pressed)}>
        {discard}
      </Button>
    </>
  );
}
