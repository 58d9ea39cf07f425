import type { Client } from '../client.js';
import type { CardResponse, ChatOptions } from '../session/consultation-session.js';
import { type ConsultationState, INITIAL_STATE } from './consultation-state.js';
import { OpenConsultation } from './open-consultation.js';
import { Outbox, type OutboxStorage } from './outbox.js';
import { Published } from './published.js';

export type SendOptions = Pick<ChatOptions, 'agent_id' | 'on_active_turn' | 'on_pending_card' | 'on_disconnect'>;

export interface ConsultationOptions {
  /** For every request, unless the call says otherwise. */
  request?: SendOptions;
  /** Whether other tabs are listened to, over one more connection while the page is shown. Default true. */
  feed?: boolean;
  /**
   * Where messages are kept until the server has them, for a page that is reloaded meanwhile: `localStorage`. What is found
   * there is shown as `unsent`; what is young goes again by itself, in its order, and the server takes it once. Default: nowhere.
   */
  storage?: OutboxStorage;
}

/**
 * A consultation as state that a page can show directly, in any framework: `subscribe` and `getSnapshot`. Nothing is sent
 * before `open`, and nothing comes after the last one has closed; what was sent before that still arrives. Words change the
 * state once a frame, everything else at once. No method throws or rejects: what went wrong is in `error`. While it is not
 * open they do nothing.
 */
export class ConsultationStore {
  readonly #state = new Published<ConsultationState>(INITIAL_STATE);
  #open: OpenConsultation | undefined;
  #users = 0;

  constructor(
    private readonly client: Client,
    readonly sessionId: string,
    public options: ConsultationOptions = {},
  ) {}

  readonly getSnapshot = this.#state.get;
  readonly subscribe = this.#state.subscribe;

  /** The first one who opens it begins: restores, follows, listens. Answers how to close it again. */
  readonly open = (): (() => void) => {
    if (this.#users++ === 0) {
      const { feed = true, storage } = this.options;
      const outbox = new Outbox(this.sessionId, storage);
      this.#open = new OpenConsultation({ client: this.client, sessionId: this.sessionId, outbox, feed, state: this.#state });
    }
    let isMine = true;
    return () => {
      if (isMine && --this.#users === 0) {
        this.#open?.close();
        this.#open = undefined;
      }
      isMine = false;
    };
  };

  get isOpen(): boolean {
    return this.#users > 0;
  }

  /**
   * Resolves with whether the server has taken the message. If not, it is `unsent` in `messages`: for `retry` to send it, or
   * `discard` to forget it.
   */
  readonly send = async (message: string, options?: SendOptions): Promise<boolean> =>
    (await this.#open?.act({ kind: 'chat', message, options: { ...this.options.request, ...options } })) ?? false;

  /** Answers the card. Resolves with whether the answers were taken; if not, `error` says what is wrong with which. */
  readonly answer = (answers: CardResponse['answers']): Promise<boolean> => this.#respond({ answers });

  readonly cancelCard = (): Promise<boolean> => this.#respond({ action: 'cancel' });

  /** Stops what is running, whoever began it. */
  readonly stop = async (): Promise<void> => this.#open?.stop();

  /** Does again what failed last: sends a request whose fate is not known (the server takes it once), comes back to the run, or asks anew. */
  readonly retry = async (): Promise<void> => this.#open?.retry();

  /** Fetches how things are, and follows the run that is going on. */
  readonly restore = async (): Promise<void> => this.#open?.restore();

  /** Forgets a message that is `unsent`, by its `key` in `messages`. */
  readonly discard = (messageKey: string): void => this.#open?.discard(messageKey);

  readonly dismissError = (): void => this.#open?.dismissError();

  async #respond(response: CardResponse): Promise<boolean> {
    const { card } = this.getSnapshot();
    const { on_disconnect } = this.options.request ?? {};
    const act = { kind: 'resume' as const, response: { card_id: card?.card_id, ...response }, options: { on_disconnect } };
    return (await this.#open?.act(act)) ?? false;
  }
}
