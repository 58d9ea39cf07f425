import type { Consultation } from '@parley/client/react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../language/language.js';
import { nextAnnouncement, NOTHING_ANNOUNCED } from './announcement.js';

/** What a live region says: that an answer begins, its paragraphs as they become complete, what became of it. */
export function useAnnouncement({ messages, status }: Pick<Consultation, 'messages' | 'status'>): string {
  const words = useTexts().conversation;
  const announced = useRef(NOTHING_ANNOUNCED);
  const [said, setSaid] = useState('');

  useEffect(() => {
    const next = nextAnnouncement({ messages, status }, announced.current, words);
    announced.current = next.announced;
    // What is said twice is heard twice only where it is not the same text.
    if (next.text) setSaid((before) => (before === next.text ? `${next.text}\u00a0` : next.text));
  }, [messages, status, words]);
  return said;
}
