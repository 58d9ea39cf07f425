import { useCallback, useRef, useState } from 'react';
import { localStore } from '../storage/local-store.js';

const keyOf = (place: string): string => `message.${place}`;

/**
 * What is being written at a place (a session, or the new one), kept over a reload. It stays on the page when its place changes.
 * Two tabs write at one place each for itself: what is kept is what was typed last, and a tab only forgets its own.
 */
export function useMessageDraft(place: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => localStore.read(keyOf(place)) ?? '');
  const kept = useRef(text);
  const change = useCallback(
    (next: string) => {
      setText(next);
      const isOthers = next === '' && localStore.read(keyOf(place)) !== kept.current;
      if (!isOthers) localStore.write(keyOf(place), next || null);
      kept.current = next;
    },
    [place],
  );
  return [text, change];
}
