/** A promise that the test settles. */
export class Deferred<Value> {
  resolve!: (value: Value) => void;
  readonly promise = new Promise<Value>((resolve) => (this.resolve = resolve));
}
