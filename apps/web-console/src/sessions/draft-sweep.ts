import type { Session } from '@parley/client';
import type { LocalStore } from '../storage/local-store.js';

// Under which keys drafts lie: a message by its session's id, the answers to a card by the card's and, behind a slash, the field's.
const MESSAGE = 'message.';
const CARD = 'card.';
/** Messages that may not have arrived (the client's outbox, which throws them away within a day). Sent, they would begin their session anew. */
const UNSENT = 'unsent.';
/** Where a consultation that has not begun is written: it has no session. */
const NEW = `${MESSAGE}new`;
/** What is known of the places of drafts. */
const NOTES = 'drafts';
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** `true`: its place was listed once; else since when, in ms, there has been a draft whose place was not. */
type Notes = Record<string, number | true>;

/** Drafts go with what they were written for, and are not kept for ever where that is not known. */
export interface DraftSweep {
  /** A session that is gone, with its card as far as that is known. */
  forget: (sessionId: string, cardId: string | null | undefined) => void;
  /**
   * All own sessions of now. Drafts of sessions that were among them once, and of cards that were open once, go; those that were
   * never seen (the first message has not reached the server yet, or the browser was closed meanwhile) go after 30 days.
   */
  sweep: (sessions: Iterable<Session>) => void;
}

/** `dropCard`: forgets what was entered into a card, wherever that is kept. */
export function draftSweep(store: LocalStore, dropCard: (cardId: string) => void, now: () => number = Date.now): DraftSweep {
  const drop = (place: string): void => (place.startsWith(CARD) ? dropCard(place.slice(CARD.length)) : store.write(place, null));
  return {
    forget: (sessionId, cardId) => {
      store.write(MESSAGE + sessionId, null);
      if (cardId) dropCard(cardId);
      for (const key of store.keys()) if (key.startsWith(`${UNSENT}${sessionId}.`)) store.write(key, null);
    },
    sweep: (sessions) => {
      const places = new Set([...sessions].flatMap((session) => placesOf(session)));
      const before = notesOf(store.read(NOTES));
      const drafts = store.keys().filter((key) => (key.startsWith(MESSAGE) || key.startsWith(CARD)) && key !== NEW);
      const notes: Notes = {};
      for (const place of new Set(drafts.map(placeOf))) {
        const note = places.has(place) || (before[place] ?? now());
        const isGone = !places.has(place) && (note === true || now() - note > KEPT_MS);
        if (isGone) drop(place);
        else notes[place] = note;
      }
      store.write(NOTES, Object.keys(notes).length > 0 ? JSON.stringify(notes) : null);
    },
  };
}

const placeOf = (key: string): string => key.split('/', 1)[0] ?? key;

const placesOf = ({ session_id, awaiting_card }: Session): string[] => [MESSAGE + session_id, CARD + (awaiting_card ?? '')];

/** Whatever lies there may have been written by another version, or by hand. */
function notesOf(text: string | null): Notes {
  try {
    const notes = JSON.parse(text ?? 'null') as Record<string, unknown> | null;
    const known = Object.entries(notes ?? {}).filter(([, note]) => note === true || typeof note === 'number');
    return Object.fromEntries(known) as Notes;
  } catch {
    return {};
  }
}
