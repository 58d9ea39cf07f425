import { useSyncExternalStore } from 'react';
import { localStore } from '../storage/local-store.js';

/** A choice of this user in this browser, the same in all tabs. */
export interface Preference<Value extends string> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function preference<Value extends string>(
  name: string,
  values: readonly Value[],
  initial: () => Value,
): Preference<Value> {
  const listeners = new Set<() => void>();
  const key = `preference.${name}`;
  const read = (): Value => values.find((value) => value === localStore.read(key)) ?? initial();
  let current = read();

  const change = (value: Value): void => {
    current = value;
    for (const listener of listeners) listener();
  };
  window.addEventListener('storage', () => current !== read() && change(read()));

  return {
    get: () => current,
    set: (value) => {
      localStore.write(key, value);
      change(value);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const usePreference = <Value extends string>({ subscribe, get }: Preference<Value>): Value =>
  useSyncExternalStore(subscribe, get);
