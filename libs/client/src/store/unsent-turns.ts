import { type Act, ConsultationTurn, isSameAct } from './consultation-turn.js';
import { isFresh, type Outbox } from './outbox.js';
import type { Transcript } from './transcript.js';

/** Turns that the server has not taken, as far as is known: shown by the transcript, kept by the outbox. */
export class UnsentTurns {
  /** Shows what a page before this one left, or another tab has on its way: it may have arrived. */
  constructor(
    private readonly transcript: Transcript,
    private readonly outbox: Outbox,
  ) {
    for (const kept of outbox.read()) {
      const turn = new ConsultationTurn(kept.act, kept.key, kept.at).unsent();
      turn.isHeld = kept.isHeld;
      turn.isKept = true;
      transcript.add(turn);
    }
  }

  /**
   * What goes again before it is asked how things are, in order: it may have been taken, and sent again it joins its run and is
   * not shown twice. Nothing goes that would come after what was sent since.
   */
  due(): ConsultationTurn[] {
    const { turns } = this.transcript;
    return turns.filter((turn, at) => isFresh(turn) && turns.slice(at).every(({ isUnsent }) => isUnsent));
  }

  /** The same right again is what did not arrive, as far as is known: it is not said twice. */
  turnOf(act: Act): ConsultationTurn {
    const last = this.transcript.turns.at(-1);
    if (!last?.act || !last.isUnsent || !isSameAct(last.act, act)) return new ConsultationTurn(act);
    // What was refused may be wanted in another way.
    if (last.isHeld) last.act = act;
    return last;
  }

  keep(turn: ConsultationTurn): void {
    turn.isKept = this.outbox.keep(turn);
  }

  /** It was refused, stopped or overtaken: it does not go again by itself, also not after a reload. */
  hold(turn: ConsultationTurn): void {
    turn.isHeld = true;
    this.keep(turn);
  }

  holdAll(): void {
    this.removeDropped();
    for (const turn of this.transcript.turns) if (turn.isUnsent) this.hold(turn);
  }

  /** Those that have not arrived by now are overtaken. */
  taken({ key }: ConsultationTurn): void {
    this.outbox.drop(key);
    this.holdAll();
  }

  /** `isGone`: because its run is. It was taken, long ago. */
  refused(turn: ConsultationTurn, isGone: boolean): void {
    // Answers that were refused are still in their form.
    if (isGone || turn.act?.kind !== 'chat') this.#remove(turn);
    else this.hold(turn);
  }

  /** Those that another tab has sent or discarded. */
  removeDropped(): void {
    this.#removeIf(({ isKept, key }) => isKept && this.outbox.isDropped(key));
  }

  /** `messageKey`: of its message; one that is not unsent stays. */
  discard(messageKey: string): void {
    this.#removeIf(({ messages }) => messages[0]?.key === messageKey);
  }

  #removeIf(isSo: (turn: ConsultationTurn) => boolean): void {
    for (const turn of this.transcript.turns) if (turn.isUnsent && isSo(turn)) this.#remove(turn);
  }

  #remove(turn: ConsultationTurn): void {
    this.transcript.remove(turn);
    this.outbox.drop(turn.key);
  }
}
