import type { Card, Session } from '@parley/client';

/** A session that waits for an answer, and what was asked. */
export interface OpenCard {
  session: Session;
  /** Undefined until it is fetched. */
  card: Card | undefined;
}

interface Found {
  /** null: nothing is asked any more. */
  card: Card | null;
  /** Which state of the session it was found for. */
  updatedAt: string;
}

const AGAIN_MS = 5000;

/**
 * The open cards of sessions, fetched one after another. What could not be fetched is asked for again for as long as it is
 * wanted. A session whose card turns out to be settled is not listed; one that asks something else by now is listed with that:
 * the session itself is as old as what was heard of it last.
 */
export class OpenCards {
  /** By the id of the card that the session waited for. */
  readonly #found = new Map<string, Found>();
  readonly #listeners = new Set<() => void>();
  #wanted: readonly Session[] = [];
  #shown: readonly OpenCard[] = [];
  #isFetching = false;
  #isOpen = false;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly fetchCard: (sessionId: string) => Promise<Card | null>) {}

  readonly getSnapshot = (): readonly OpenCard[] => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Begins; answers how to end. What is found after that is kept for the next time. */
  readonly open = (): (() => void) => {
    this.#isOpen = true;
    void this.#fetchAll();
    return () => {
      this.#isOpen = false;
      clearTimeout(this.#again);
    };
  };

  /** All sessions, as they are now. What is known of others is forgotten. */
  want(sessions: readonly Session[]): void {
    this.#wanted = sessions.filter(({ awaiting_card }) => awaiting_card !== null);
    const wanted = new Map(this.#wanted.map(({ awaiting_card, updated_at }) => [awaiting_card ?? '', updated_at]));
    for (const [cardId, { card, updatedAt }] of [...this.#found]) {
      // A settled card may be given back: the session is news then.
      if (!wanted.has(cardId) || (card === null && wanted.get(cardId) !== updatedAt)) this.#found.delete(cardId);
    }
    this.#show();
    void this.#fetchAll();
  }

  async #fetchAll(): Promise<void> {
    if (this.#isFetching) return;
    this.#isFetching = true;
    clearTimeout(this.#again);
    /** Each once: what failed waits, so that it keeps nobody else waiting. */
    const asked = new Set<string>();
    const next = (): Session | undefined => this.#unknown.find(({ awaiting_card }) => !asked.has(awaiting_card ?? ''));
    for (let session = next(); session && this.#isOpen; session = next()) {
      const cardId = session.awaiting_card ?? '';
      asked.add(cardId);
      const card = await this.fetchCard(session.session_id).catch(() => undefined);
      // What is news by now is asked for again.
      const isOld = card === null && !this.#wanted.includes(session);
      if (card !== undefined && !isOld) this.#found.set(cardId, { card, updatedAt: session.updated_at });
      this.#show();
    }
    this.#isFetching = false;
    if (this.#isOpen && this.#unknown.length > 0) this.#again = setTimeout(() => void this.#fetchAll(), AGAIN_MS);
  }

  get #unknown(): Session[] {
    return this.#wanted.filter(({ awaiting_card }) => !this.#found.has(awaiting_card ?? ''));
  }

  #show(): void {
    this.#shown = this.#wanted
      .map((session) => ({ session, card: this.#found.get(session.awaiting_card ?? '')?.card }))
      .flatMap(({ session, card }) => (card === null ? [] : [{ session, card }]));
    for (const listener of this.#listeners) listener();
  }
}
