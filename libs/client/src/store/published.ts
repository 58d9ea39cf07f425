import { guarded } from '../uncaught.js';
import { onNextFrame } from './next-frame.js';

/** A value that others watch. It is made when it is needed: at once, or once a frame however often it has changed. */
export class Published<T> {
  #callOff: (() => void) | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(private value: T) {}

  readonly get = (): T => this.value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  now(value: T): void {
    this.callOff();
    this.value = value;
    for (const listener of [...this.#listeners]) guarded(listener);
  }

  soon(make: () => T): void {
    this.#callOff ??= onNextFrame(() => this.now(make()));
  }

  callOff(): void {
    this.#callOff?.();
    this.#callOff = undefined;
  }
}
