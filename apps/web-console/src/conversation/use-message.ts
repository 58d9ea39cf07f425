import type { Consultation } from '@parley/client/react';
import { useEffect, useMemo, useRef } from 'react';
import { useMessageDraft } from './message-draft.js';
import { isByKey } from '../app/pressed.js';
import type { UnsentHandlers } from './unsent-actions.js';

export interface MessageToSend {
  text: string;
  change: (text: string) => void;
  send: () => void;
  /** What becomes of a message that is unsent: it comes back into the field, before what has been begun there, or is forgotten. They stay the same. */
  unsent: UnsentHandlers;
}

export interface MessageOptions {
  /** Where it is being written: a session, or the new one. */
  place: string;
  consultation: Pick<Consultation, 'send' | 'discard'>;
  agentId: string | undefined;
  onSent: () => void;
  /** Gives the field the focus. */
  toInput: () => void;
}

/** The message that is being written. Sent, it is the conversation's: that keeps it until the server has it. */
export function useMessage({ place, consultation, agentId, onSent, toInput }: MessageOptions): MessageToSend {
  const [text, change] = useMessageDraft(place);
  const now = useRef({ text, change });
  useEffect(() => {
    now.current = { text, change };
  });
  const { send, discard } = consultation;
  const unsent = useMemo<UnsentHandlers>(
    () => ({
      edit: ({ key, content }) => {
        discard(key);
        now.current.change([content, now.current.text].filter(Boolean).join('\n\n'));
        toInput();
      },
      discard: ({ key }, pressed) => {
        discard(key);
        if (isByKey(pressed)) toInput();
      },
    }),
    [discard, toInput],
  );
  return {
    text,
    change,
    unsent,
    send: () => {
      change('');
      void send(text.trim(), { agent_id: agentId });
      onSent();
    },
  };
}
