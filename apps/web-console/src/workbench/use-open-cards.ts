import { type Client, ProblemError, type Session } from '@parley/client';
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useConsole } from '../client/console-context.js';
import { type OpenCard, OpenCards } from './open-cards.js';

/** The open cards of these sessions. They are gone with the next word of the feed after they are settled, wherever that was. */
export function useOpenCards(sessions: readonly Session[]): readonly OpenCard[] {
  const { client } = useConsole();
  const [cards] = useState(() => new OpenCards((sessionId) => cardOf(client, sessionId)));
  useEffect(() => cards.open(), [cards]);
  // Before anything is painted: nothing would seem to wait.
  useLayoutEffect(() => cards.want(sessions), [cards, sessions]);
  return useSyncExternalStore(cards.subscribe, cards.getSnapshot);
}

/** A session that is gone asks nothing. */
const cardOf = (client: Client, sessionId: string): ReturnType<ReturnType<Client['session']>['pendingCard']> =>
  client
    .session(sessionId)
    .pendingCard()
    .catch((error: unknown) => {
      if (error instanceof ProblemError && error.status === 404) return null;
      throw error;
    });
