import { ConsultationTurn } from './consultation-turn.js';
import { isFresh, type Outbox } from './outbox.js';
import type { Transcript } from './transcript.js';

/** Turns that the server has not taken, as far as is known: shown by the transcript, kept by the outbox. */
export class UnsentTurns {
  /** A page before this one sent them, and they may have arrived. */
  #leftOver: ConsultationTurn[] = [];

  /** Shows what a page before this one left. */
  constructor(
    private readonly transcript: Transcript,
    private readonly outbox: Outbox,
  ) {
    for (const kept of outbox.read()) {
      const turn = new ConsultationTurn(kept.act, kept.key).unsent();
      transcript.add(turn);
      if (isFresh(kept)) this.#leftOver.push(turn);
    }
  }

  /**
   * What goes again before it is asked how things are, in order: it may have been taken, and sent again it joins its run and is
   * not shown twice. Without a connection the latest, too.
   */
  due(isLost: boolean): ConsultationTurn[] {
    const { turns, unsent } = this.transcript;
    const due = this.#leftOver.filter((turn) => turn.isUnsent && turns.includes(turn));
    const isUnclear = isLost && unsent !== undefined && unsent === turns.at(-1);
    return due.length > 0 || !isUnclear ? due : [unsent];
  }

  /** What is due has gone, whatever came of it. */
  settled(): void {
    this.#leftOver = [];
  }

  sending({ key, act }: ConsultationTurn): void {
    this.outbox.keep(key, act);
  }

  /** It was refused, stopped or overtaken: it does not go again by itself, also not after a reload. */
  held({ key, act }: ConsultationTurn): void {
    this.outbox.keep(key, act, true);
  }

  taken({ key }: ConsultationTurn): void {
    this.outbox.drop(key);
  }

  /** `messageKey`: of its message; one that is not unsent stays. */
  discard(messageKey: string): void {
    const turn = this.transcript.turns.find(({ isUnsent, messages }) => isUnsent && messages[0]?.key === messageKey);
    if (!turn) return;
    this.transcript.remove(turn);
    this.outbox.drop(turn.key);
  }
}
