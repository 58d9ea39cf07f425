import { type LocalStore, localStore } from '../storage/local-store.js';
import type { FieldValue, FieldValues } from './field-values.js';

const PREFIX = 'card.';
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * What somebody has entered into cards that are not sent yet. It outlives a reload, and is gone once its card is settled. Two tabs
 * with the same card keep one draft: field by field, the later one counts.
 */
export interface CardDrafts {
  /** What was entered on this page; in fields that were not touched here, what the browser keeps, perhaps from another tab. */
  read: (cardId: string) => FieldValues | undefined;
  /** Keeps what is in one field; where the browser keeps nothing, for as long as the page is there. */
  keep: (cardId: string, fieldId: string, value: FieldValue) => void;
  /** The card is settled, or its session is gone. */
  drop: (cardId: string) => void;
  /** Drops those that nobody has touched for 30 days: their cards were settled while no page was open. */
  dropOld: () => void;
}

interface KeptDraft {
  /** Milliseconds since 1970. */
  at: number;
  values: Record<string, FieldValue>;
}

export function cardDrafts(store: LocalStore, now: () => number = Date.now): CardDrafts {
  const entered = new Map<string, FieldValues>();
  const kept = (cardId: string): KeptDraft | undefined => draftOf(store.read(PREFIX + cardId));
  const drop = (cardId: string): void => {
    entered.delete(cardId);
    store.write(PREFIX + cardId, null);
  };
  return {
    read: (cardId) => {
      const [here, there] = [entered.get(cardId), kept(cardId)?.values];
      return here || there ? { ...there, ...here } : undefined;
    },
    keep: (cardId, fieldId, value) => {
      entered.set(cardId, { ...entered.get(cardId), [fieldId]: value });
      const draft: KeptDraft = { at: now(), values: { ...kept(cardId)?.values, [fieldId]: value } };
      store.write(PREFIX + cardId, JSON.stringify(draft));
    },
    drop,
    dropOld: () => {
      const cardIds = store
        .keys()
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length));
      for (const cardId of cardIds) if ((kept(cardId)?.at ?? 0) < now() - KEPT_MS) drop(cardId);
    },
  };
}

/** Those of this browser. */
export const drafts = cardDrafts(localStore);

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
