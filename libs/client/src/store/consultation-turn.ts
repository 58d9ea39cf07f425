import type { Answer } from '@parley/contracts';
import { newKey } from '../new-key.js';
import type { ClientEvent, Run, RunResult } from '../run/run.js';
import { answerList } from '../session/answer-list.js';
import type {
  CardResponse,
  ChatOptions,
  ConsultationSession,
  RequestOptions,
  ResumeOptions,
} from '../session/consultation-session.js';
import type { ConsultationMessage } from './consultation-state.js';
import { ShownWork } from './shown-work.js';

/** What the user did. */
export type Act =
  { kind: 'chat'; message: string; options: ChatOptions } | { kind: 'resume'; response: CardResponse; options: ResumeOptions };

type MessageState = ConsultationMessage['state'];

const ENDED: Record<RunResult['status'], MessageState> = {
  completed: 'done',
  interrupted: 'done',
  preempted: 'preempted',
  failed: 'failed',
  superseded: 'preempted',
  left: 'preempted',
};

/** A turn that this page saw, with its messages as they are shown. */
export class ConsultationTurn {
  /** Settles when it was taken, or was not. */
  asked: Promise<boolean> | undefined;
  /** There while it is followed: it holds all events. */
  run: Run | undefined;
  result: RunResult | undefined;
  /** The server has not taken the request, as far as is known. */
  isUnsent = false;
  /** Unsent, it does not go by itself: it was refused, stopped or overtaken. */
  isHeld = false;
  /** It is in the outbox, unless another tab has dropped it. */
  isKept = false;
  /** Its number, once it is known; 0 before. */
  number = 0;
  #user: ConsultationMessage | undefined;
  #assistant: ConsultationMessage | undefined;
  #text = '';
  readonly #work = new ShownWork();

  /**
   * `act`: absent for a turn that was there already. `key`: also the Idempotency-Key; trying again after a lost connection, or
   * a reload, is the same request. `at`: when it was sent first, in ms since 1970.
   */
  constructor(
    public act?: Act,
    readonly key = newKey(),
    readonly at = Date.now(),
  ) {
    if (act) this.#user = { key: `${key}-user`, role: 'user', state: 'sending', ...said(act) };
  }

  /** Sends what the user did, or sends it again. */
  request(session: ConsultationSession, options: RequestOptions): Run {
    const act = this.act as Act;
    this.isUnsent = this.isHeld = false;
    this.result = undefined;
    this.#userIs('sending');
    const all = { ...act.options, ...options, idempotencyKey: this.key };
    return act.kind === 'chat' ? session.chat(act.message, all) : session.resume(act.response, all);
  }

  get isLive(): boolean {
    return this.run !== undefined && !this.result && !this.isUnsent;
  }

  get runId(): string | undefined {
    return this.run?.runId ?? this.result?.runId;
  }

  get hasShown(): boolean {
    const { thinking, tools, remote } = this.#work;
    return this.#text + thinking !== '' || tools.length + remote.length > 0;
  }

  get messages(): ConsultationMessage[] {
    const isSaid = this.hasShown || this.result?.status === 'interrupted';
    const messages = this.#user ? [this.#user] : [];
    if (isSaid) messages.push((this.#assistant ??= this.#said()));
    return messages;
  }

  take(event: ClientEvent, { text }: Run): void {
    if (event.event === 'run') this.number = event.data.turn;
    this.#work.add(event);
    this.#text = text;
    this.#assistant = undefined;
  }

  accepted(): void {
    this.#userIs('done');
  }

  unsent(): this {
    this.isUnsent = true;
    this.#userIs('unsent');
    return this;
  }

  ended(result: RunResult): void {
    this.result = result;
    this.#text = result.text;
    this.#assistant = undefined;
    if ('accepted' in result && !result.accepted) this.unsent();
    const { run } = this;
    void run?.accepted.then(() => (this.run = this.run === run ? undefined : this.run));
  }

  #userIs(state: MessageState): void {
    if (this.#user) this.#user = { ...this.#user, state, run_id: this.runId };
  }

  #said(): ConsultationMessage {
    const { result, runId } = this;
    const { thinking, tools, remote } = this.#work;
    return {
      key: `${this.key}-assistant`,
      role: 'assistant',
      content: this.#text,
      state: result ? ENDED[result.status] : 'streaming',
      run_id: runId,
      thinking: thinking || undefined,
      ...(tools.length > 0 && { tools }),
      ...(remote.length > 0 && { remote }),
      ...(result?.status === 'interrupted' && { card: result.card }),
    };
  }
}

/** Whether the user did the same twice. */
export const isSameAct = (one: Act, other: Act): boolean => contentOf(one) === contentOf(other);

const contentOf = (act: Act): string =>
  JSON.stringify(
    act.kind === 'chat' ? act.message : [act.response.card_id, act.response.action, answerList(act.response.answers)],
  );

const said = (act: Act): { content: string; answers?: readonly Answer[] } =>
  act.kind === 'chat' ? { content: act.message } : { content: '', answers: answerList(act.response.answers) };
