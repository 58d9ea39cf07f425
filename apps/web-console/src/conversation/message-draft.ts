import { useCallback, useState } from 'react';
import { localStore } from '../storage/local-store.js';

const keyOf = (place: string): string => `message.${place}`;

export const readDraft = (place: string): string => localStore.read(keyOf(place)) ?? '';

export const keepDraft = (place: string, text: string): void => localStore.write(keyOf(place), text || null);

/** What is being written at a place (a session, or the new one), kept over a reload. It stays on the page when its place changes. */
export function useMessageDraft(place: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readDraft(place));
  const change = useCallback(
    (next: string) => {
      setText(next);
      keepDraft(place, next);
    },
    [place],
  );
  return [text, change];
}
