import { type LocalStore, localStore } from '../storage/local-store.js';
import type { FieldValue, FieldValues } from './field-values.js';

const PREFIX = 'card.';
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * What somebody has entered into cards that are not sent yet. It outlives a reload, and is gone once its card is settled. Two tabs
 * with the same card keep one draft, each field under a name of its own: tabs see one another's writing a moment late, and what
 * is read, changed and written back could take the other's along. In one field the later one counts.
 */
export interface CardDrafts {
  /** What was entered on this page; in fields that were not touched here, what the browser keeps, perhaps from another tab. */
  read: (cardId: string) => FieldValues | undefined;
  /** Keeps what is in one field; where the browser keeps nothing, for as long as the page is there. */
  keep: (cardId: string, fieldId: string, value: FieldValue) => void;
  /** The card is settled, or its session is gone. */
  drop: (cardId: string) => void;
  /** Drops what nobody has touched for 30 days: their cards were settled while no page was open. */
  dropOld: () => void;
}

interface KeptField {
  /** Milliseconds since 1970. */
  at: number;
  value: FieldValue;
}

export function cardDrafts(store: LocalStore, now: () => number = Date.now): CardDrafts {
  const entered = new Map<string, FieldValues>();
  const namesOf = (prefix: string): string[] => store.keys().filter((key) => key.startsWith(prefix));
  const kept = (cardId: string): FieldValues => {
    const prefix = keyOf(cardId, '');
    const fields = namesOf(prefix).map((key) => [key.slice(prefix.length), fieldOf(store.read(key))?.value] as const);
    return Object.fromEntries(fields.filter((field): field is [string, FieldValue] => field[1] !== undefined));
  };
  return {
    read: (cardId) => {
      const values = { ...kept(cardId), ...entered.get(cardId) };
      return Object.keys(values).length > 0 ? values : undefined;
    },
    keep: (cardId, fieldId, value) => {
      entered.set(cardId, { ...entered.get(cardId), [fieldId]: value });
      const field: KeptField = { at: now(), value };
      store.write(keyOf(cardId, fieldId), JSON.stringify(field));
    },
    drop: (cardId) => {
      entered.delete(cardId);
      for (const key of namesOf(keyOf(cardId, ''))) store.write(key, null);
    },
    dropOld: () => {
      for (const key of namesOf(PREFIX)) if ((fieldOf(store.read(key))?.at ?? 0) < now() - KEPT_MS) store.write(key, null);
    },
  };
}

/** The name of what is kept of a field. No id of a card has a slash in it. */
const keyOf = (cardId: string, fieldId: string): string => `${PREFIX}${cardId}/${fieldId}`;

/** Those of this browser. */
export const drafts = cardDrafts(localStore);

/** Whatever lies there may have been written by another version, or by hand. */
function fieldOf(text: string | null): KeptField | undefined {
  try {
    const field = JSON.parse(text ?? 'null') as Partial<KeptField> | null;
    const { at, value } = field ?? {};
    return typeof at === 'number' && isValue(value) ? { at, value } : undefined;
  } catch {
    return undefined;
  }
}

const isValue = (value: unknown): value is FieldValue =>
  typeof value === 'string' || (Array.isArray(value) && value.every((part) => typeof part === 'string'));
