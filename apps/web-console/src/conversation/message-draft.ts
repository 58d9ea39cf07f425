import { useCallback, useState } from 'react';
import { localStore } from '../storage/local-store.js';

/** What is being written in a session, kept over a reload. */
export function useMessageDraft(sessionId: string): [string, (text: string) => void] {
  const key = `message.${sessionId}`;
  const [text, setText] = useState(() => localStore.read(key) ?? '');
  const change = useCallback(
    (next: string) => {
      setText(next);
      localStore.write(key, next || null);
    },
    [key],
  );
  return [text, change];
}
