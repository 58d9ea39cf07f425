import type { OutboxStorage } from '../store/outbox.js';

/** A `localStorage` that can be frozen, as by the death of its page, and that can fail. */
export class MemoryStorage implements OutboxStorage {
  isFrozen = false;
  fault: Error | undefined;
  readonly #items = new Map<string, string>();

  get length(): number {
    return this.#checked().size;
  }

  key(at: number): string | null {
    return [...this.#checked().keys()][at] ?? null;
  }

  getItem(name: string): string | null {
    return this.#checked().get(name) ?? null;
  }

  setItem(name: string, text: string): void {
    if (!this.isFrozen) this.#checked().set(name, text);
  }

  removeItem(name: string): void {
    if (!this.isFrozen) this.#checked().delete(name);
  }

  entries(): [string, string][] {
    return [...this.#items].sort();
  }

  #checked(): Map<string, string> {
    if (this.fault) throw this.fault;
    return this.#items;
  }
}
