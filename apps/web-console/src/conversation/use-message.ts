import type { Session } from '@parley/client';
import type { Consultation } from '@parley/client/react';
import { useEffect, useRef } from 'react';
import { useConsole } from '../client/console-context.js';
import { nameSession } from '../sessions/name-session.js';
import { keepDraft, readDraft, useMessageDraft } from './message-draft.js';

export interface MessageToSend {
  text: string;
  change: (text: string) => void;
  send: () => void;
}

export interface MessageOptions {
  sessionId: string;
  /** Whether nobody has written in the session yet. */
  isNew: boolean;
  consultation: Pick<Consultation, 'send' | 'canRetry' | 'messages' | 'status'>;
  agentId: string | undefined;
  onSent: () => void;
}

/**
 * The message that is being written. Sent, it leaves its field at once, and is kept until the server has it. Where the server
 * refuses it and nothing else shows it, it comes back, unless the user has begun another one.
 */
export function useMessage({ sessionId, isNew, consultation, agentId, onSent }: MessageOptions): MessageToSend {
  const { client, feed } = useConsole();
  const [text, change] = useMessageDraft(isNew ? 'new' : sessionId);
  /** Messages that come quickly wait for the same thing, and stay in order. */
  const ready = useRef<Promise<Session | undefined>>(undefined);
  const now = useRef({ text, change, canRetry: consultation.canRetry });
  useEffect(() => {
    now.current = { text, change, canRetry: consultation.canRetry };
  });
  useDropOfSent(consultation, text, change);

  const begin = async (message: string): Promise<Session | undefined> => {
    const session = await nameSession(client, sessionId, message, agentId);
    if (session) feed.tell(session);
    return session;
  };
  const send = (): void => {
    const message = text.trim();
    change('');
    keepDraft(sessionId, message);
    onSent();
    if (isNew) ready.current ??= begin(message);
    const taken = (ready.current ?? Promise.resolve()).then(() => consultation.send(message, { agent_id: agentId }));
    void taken.then((isTaken) => {
      if (isTaken && readDraft(sessionId) === message) keepDraft(sessionId, '');
      if (!isTaken && !now.current.canRetry && now.current.text === '') now.current.change(message);
    });
  };
  return { text, change, send };
}

/** A page that was left before it heard that the server has a message finds it twice: the draft goes. */
function useDropOfSent({ messages, status }: MessageOptions['consultation'], text: string, change: (text: string) => void): void {
  const isLookedAt = useRef(false);
  useEffect(() => {
    if (isLookedAt.current || status === 'restoring') return;
    isLookedAt.current = true;
    if (text !== '' && messages.findLast(({ role }) => role === 'user')?.content === text) change('');
  }, [messages, status, text, change]);
}
