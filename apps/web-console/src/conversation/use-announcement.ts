import type { Consultation } from '@parley/client/react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../language/language.js';
import { type Announced, nextAnnouncement } from './announcement.js';

/** What a live region says: that an answer begins, its paragraphs as they become complete, that it is over. */
export function useAnnouncement({ messages, status }: Pick<Consultation, 'messages' | 'status'>): string {
  const { streamBegins, streamEnds } = useTexts().conversation;
  const announced = useRef<Announced>(undefined);
  const wasStreaming = useRef(false);
  const [said, setSaid] = useState('');
  const latest = messages.at(-1);
  const isStreaming = status === 'streaming';

  useEffect(() => {
    const next = nextAnnouncement(latest, status, announced.current);
    announced.current = next.announced;
    const turn = isStreaming === wasStreaming.current ? '' : isStreaming ? streamBegins : streamEnds;
    wasStreaming.current = isStreaming;
    const text = isStreaming ? [turn, next.text] : [next.text, turn];
    const all = text.filter(Boolean).join('\n');
    if (all) setSaid(all);
  }, [latest, status, isStreaming, streamBegins, streamEnds]);
  return said;
}
