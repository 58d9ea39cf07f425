/** The parts of a browser the client looks at: a document that is shown or hidden, a network, a clock that goes on in sleep. */
export class FakePage {
  isOnline = true;
  visibilityState = 'visible';
  #sleptMs = 0;
  readonly #document = Object.defineProperty(new EventTarget(), 'visibilityState', { get: () => this.visibilityState });
  readonly #window = new EventTarget();
  #undo: (() => void)[] = [];

  install(): void {
    const now = Date.now.bind(Date);
    this.#define(Date, 'now', () => now() + this.#sleptMs);
    this.#define(globalThis, 'document', this.#document);
    this.#define(globalThis, 'addEventListener', this.#window.addEventListener.bind(this.#window));
    this.#define(globalThis, 'navigator', Object.defineProperty({}, 'onLine', { get: () => this.isOnline }));
  }

  remove(): void {
    for (const undo of this.#undo.splice(0)) undo();
    this.isOnline = true;
    this.visibilityState = 'visible';
    this.#sleptMs = 0;
  }

  /** The clock goes on; no timer does. */
  sleep(ms: number): void {
    this.#sleptMs += ms;
  }

  hide(): void {
    this.visibilityState = 'hidden';
    this.#document.dispatchEvent(new Event('visibilitychange'));
  }

  show(): void {
    this.visibilityState = 'visible';
    this.#document.dispatchEvent(new Event('visibilitychange'));
  }

  online(): void {
    this.isOnline = true;
    this.#window.dispatchEvent(new Event('online'));
  }

  #define(target: object, name: string, value: unknown): void {
    const before = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
    this.#undo.unshift(() => {
      if (before) Object.defineProperty(target, name, before);
      else Reflect.deleteProperty(target, name);
    });
  }
}
