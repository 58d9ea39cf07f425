import type { Message } from '@parley/contracts';
import type { ConsultationMessage } from './consultation-state.js';
import type { ConsultationTurn } from './consultation-turn.js';
import type { KnownOfSession } from './needs-refresh.js';

/** What a page shows of a consultation: the messages that were stored when it was restored, then the turns it saw since. */
export class Transcript {
  turns: ConsultationTurn[] = [];
  #history: ConsultationMessage[] = [];
  #runIds = new Set<string>();
  #turn = 0;
  /** Messages as they were shown before they were stored: what is not stored of them stays. */
  readonly #seen = new Map<string, ConsultationMessage>();

  get messages(): ConsultationMessage[] {
    return [...this.#history, ...this.turns.flatMap(({ messages }) => messages)];
  }

  get live(): ConsultationTurn[] {
    return this.turns.filter(({ isLive }) => isLive);
  }

  get known(): Omit<KnownOfSession, 'cardId'> {
    const ofTurns = this.turns.map(({ runId }) => runId ?? '');
    return {
      turn: Math.max(this.#turn, ...this.turns.map(({ number }) => number)),
      runIds: new Set([...this.#runIds, ...ofTurns]),
    };
  }

  /** The latest that did not arrive, as far as is known. */
  get unsent(): ConsultationTurn | undefined {
    return this.turns.filter(({ isUnsent }) => isUnsent).at(-1);
  }

  /** It is the latest now. Answers given anew take the place of those whose fate is not known. */
  add(turn: ConsultationTurn): void {
    const isReplaced = ({ isUnsent, act }: ConsultationTurn): boolean =>
      isUnsent && act?.kind === 'resume' && turn.act?.kind === 'resume';
    this.turns = [...this.turns.filter((each) => each !== turn && !isReplaced(each)), turn];
  }

  /** It was taken, perhaps long ago: what is stored of it is shown once. */
  taken({ runId }: ConsultationTurn): void {
    this.#history = this.#history.filter(({ run_id }) => run_id !== runId);
  }

  remove(turn: ConsultationTurn): void {
    this.turns = this.turns.filter((each) => each !== turn);
  }

  /** Takes what is stored for what is shown; `turns` are shown after it, and not looked for in it. */
  restore(messages: readonly Message[], turns: ConsultationTurn[], latestTurn: number): void {
    for (const message of this.messages) if (message.run_id) this.#seen.set(`${message.run_id} ${message.role}`, message);
    const shown = new Set(turns.filter(({ act }) => act).map(({ runId }) => runId));
    const stored = messages.filter(({ run_id }) => !shown.has(run_id));
    this.#history = stored.map((message) => this.#shown(message));
    this.#runIds = new Set(messages.map(({ run_id }) => run_id));
    this.#turn = Math.max(latestTurn, ...messages.map(({ turn }) => turn));
    this.turns = turns;
  }

  /** What has not changed since is the same object. */
  #shown({ message_id, turn: _, preempted, failed, ...message }: Message): ConsultationMessage {
    const before = this.#seen.get(`${message.run_id} ${message.role}`);
    const { key = message_id, thinking, tools, remote } = before ?? {};
    const state = failed ? 'failed' : preempted ? 'preempted' : 'done';
    const now: ConsultationMessage = { ...message, key, state, thinking, tools, remote };
    return before && JSON.stringify(now) === JSON.stringify(before) ? before : now;
  }
}
