import type { OutboxStorage } from '../store/outbox.js';

/** What a page that is gone has left in the outbox of session `s1`; its key is the message itself. */
export function keepMessage(storage: OutboxStorage, message: string, more: { at?: number; isHeld?: boolean } = {}): void {
  const kept = { key: message, act: { kind: 'chat', message, options: {} }, at: Date.now(), isHeld: false, ...more };
  storage.setItem(nameOf(message), JSON.stringify(kept));
}

export const nameOf = (message: string): string => `parley.unsent.s1.${message}`;

/** Whether a message that is kept goes by itself after a reload. */
export const isKeptHeld = (storage: OutboxStorage, message: string): boolean | undefined =>
  (JSON.parse(storage.getItem(nameOf(message)) ?? '{}') as { isHeld?: boolean }).isHeld;
