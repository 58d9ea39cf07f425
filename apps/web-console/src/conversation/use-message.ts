import type { Consultation } from '@parley/client/react';
import { useEffect, useRef } from 'react';
import { useConsole } from '../client/console-context.js';
import { nameSession } from '../sessions/name-session.js';
import { useMessageDraft } from './message-draft.js';

export interface MessageToSend {
  text: string;
  change: (text: string) => void;
  send: () => void;
}

/**
 * The message that is being written. Sent, it leaves its field at once; where the server refuses it and nothing else keeps it,
 * it comes back, unless the user has begun another one.
 */
export function useMessage(
  sessionId: string,
  consultation: Pick<Consultation, 'send' | 'canRetry' | 'session' | 'messages'>,
  agentId: string | undefined,
  onSent: () => void,
): MessageToSend {
  const { client, feed } = useConsole();
  const [text, change] = useMessageDraft(sessionId);
  const now = useRef({ text, canRetry: consultation.canRetry });
  useEffect(() => {
    now.current = { text, canRetry: consultation.canRetry };
  });

  const send = (): void => {
    const message = text.trim();
    change('');
    onSent();
    const isFirst = consultation.session === null && consultation.messages.length === 0;
    const named = isFirst ? nameSession(client, sessionId, message, agentId) : Promise.resolve(undefined);
    const taken = named.then((session) => {
      if (session) feed.tell(session);
      return consultation.send(message, { agent_id: agentId });
    });
    void taken.then((isTaken) => {
      const { text: newer, canRetry } = now.current;
      if (!isTaken && !canRetry && newer === '') change(message);
    });
  };
  return { text, change, send };
}
