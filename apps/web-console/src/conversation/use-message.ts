import type { Consultation, ConsultationMessage } from '@parley/client/react';
import { useCallback, useEffect, useRef } from 'react';
import { useMessageDraft } from './message-draft.js';

export interface MessageToSend {
  text: string;
  change: (text: string) => void;
  send: () => void;
  /** Takes a message that is unsent back into the field, before what has been begun there. Stays the same. */
  edit: (message: ConsultationMessage) => void;
}

export interface MessageOptions {
  /** Where it is being written: a session, or the new one. */
  place: string;
  consultation: Pick<Consultation, 'send' | 'discard'>;
  agentId: string | undefined;
  onSent: () => void;
  onEdit: () => void;
}

/** The message that is being written. Sent, it is the conversation's: that keeps it until the server has it. */
export function useMessage({ place, consultation, agentId, onSent, onEdit }: MessageOptions): MessageToSend {
  const [text, change] = useMessageDraft(place);
  const now = useRef({ text, change, onEdit });
  useEffect(() => {
    now.current = { text, change, onEdit };
  });
  const { send, discard } = consultation;
  const edit = useCallback(
    ({ key, content }: ConsultationMessage) => {
      discard(key);
      now.current.change([content, now.current.text].filter(Boolean).join('\n\n'));
      now.current.onEdit();
    },
    [discard],
  );
  return {
    text,
    change,
    edit,
    send: () => {
      change('');
      void send(text.trim(), { agent_id: agentId });
      onSent();
    },
  };
}
