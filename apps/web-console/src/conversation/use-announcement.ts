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
    if (next.text) setSaid(next.text);
  }, [messages, status, words]);
  return said;
}
