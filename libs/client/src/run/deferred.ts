export interface Deferred<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: unknown) => void;
}

/** `Promise.withResolvers`, which browsers have not had for long. */
export function deferred<T>(): Deferred<T> {
  const made = {} as Deferred<T>;
  made.promise = new Promise<T>((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}
