import type { LocalStore } from '../storage/local-store.js';
import type { FieldValue, FieldValues } from './field-values.js';

const PREFIX = 'card.';
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** What somebody has entered into cards that are not sent yet. It outlives a reload, and is gone once its card is settled. */
export interface CardDrafts {
  read: (cardId: string) => FieldValues | undefined;
  keep: (cardId: string, values: FieldValues) => void;
  drop: (cardId: string) => void;
  /** Drops those that nobody has touched for 30 days: their cards were settled elsewhere. */
  dropOld: () => void;
}

interface KeptDraft {
  at: number;
  values: Record<string, FieldValue>;
}

export function cardDrafts(store: LocalStore, now: () => number = Date.now): CardDrafts {
  const drop = (cardId: string): void => store.write(PREFIX + cardId, null);
  return {
    read: (cardId) => draftOf(store.read(PREFIX + cardId))?.values,
    keep: (cardId, values) =>
      store.write(PREFIX + cardId, JSON.stringify({ at: now(), values } satisfies { at: number; values: FieldValues })),
    drop,
    dropOld: () => {
      const cardIds = store
        .keys()
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length));
      for (const cardId of cardIds) if ((draftOf(store.read(PREFIX + cardId))?.at ?? 0) < now() - KEPT_MS) drop(cardId);
    },
  };
}

/** Whatever lies there may have been written by another version, or by hand. */
function draftOf(text: string | null): KeptDraft | undefined {
  try {
    const draft = JSON.parse(text ?? 'null') as Partial<KeptDraft> | null;
    const isDraft = typeof draft?.at === 'number' && Object.values(draft.values ?? {}).every(isValue);
    return isDraft && draft.values ? { at: draft.at as number, values: draft.values } : undefined;
  } catch {
    return undefined;
  }
}

const isValue = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((part) => typeof part === 'string'));
