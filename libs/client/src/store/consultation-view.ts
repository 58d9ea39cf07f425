import { type ConsultationState, INITIAL_STATE } from './consultation-state.js';
import type { Published } from './published.js';
import { stateOf } from './state-of.js';
import { Transcript } from './transcript.js';

export type Facts = Pick<ConsultationState, 'connection' | 'card' | 'error' | 'session'>;

/** What is known of a consultation, published as a page shows it. */
export class ConsultationView {
  readonly transcript = new Transcript();
  facts: Facts = INITIAL_STATE;
  isRestoring = false;
  isRestored = false;
  isStopping = false;
  isClosed = false;

  constructor(private readonly state: Published<ConsultationState>) {}

  /** Whether nobody knows how things are. */
  get isLost(): boolean {
    return this.facts.connection === 'lost' || !this.isRestored;
  }

  show(learnt: Partial<Facts> = {}): void {
    this.facts = { ...this.facts, ...learnt };
    this.isStopping &&= this.transcript.live.length > 0;
    if (!this.isClosed) this.state.now(this.#state());
  }

  /** With the next frame: words come faster than anybody can see. */
  showSoon(): void {
    if (!this.isClosed) this.state.soon(() => this.#state());
  }

  close(): void {
    this.isClosed = true;
    this.state.callOff();
  }

  #state(): ConsultationState {
    return stateOf(this.transcript, { ...this.facts, ...this });
  }
}
