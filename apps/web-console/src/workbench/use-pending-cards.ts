import type { Card, Session } from '@parley/client';
import { useEffect, useState } from 'react';
import { useConsole } from '../client/console-context.js';

export interface PendingCard {
  session: Session;
  /** Undefined until it is fetched. */
  card: Card | undefined;
}

/** The open cards of these sessions. They are gone with the next word of the feed after they are settled, wherever that was. */
export function usePendingCards(sessions: readonly Session[]): PendingCard[] {
  const { client } = useConsole();
  /** By card id; a card never changes. */
  const [cards, setCards] = useState<ReadonlyMap<string, Card>>(new Map());
  const asking = sessions.filter(({ awaiting_card }) => awaiting_card !== null);
  const wanted = asking.filter(({ awaiting_card }) => !cards.has(awaiting_card ?? ''));
  const wantedKey = wanted.map(({ session_id, awaiting_card }) => `${session_id} ${awaiting_card}`).join(',');

  useEffect(() => {
    let isWanted = true;
    const fetchAll = async (): Promise<void> => {
      for (const pair of wantedKey ? wantedKey.split(',') : []) {
        const [sessionId] = pair.split(' ');
        const card = await client
          .session(sessionId)
          .pendingCard()
          .catch(() => null);
        if (!isWanted) return;
        if (card) setCards((before) => new Map([...before, [card.card_id, card]]));
      }
    };
    void fetchAll();
    return () => void (isWanted = false);
  }, [client, wantedKey]);

  return asking.map((session) => ({ session, card: cards.get(session.awaiting_card ?? '') }));
}
