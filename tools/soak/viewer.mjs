// Somebody who started a run, or joined one, and wants to see its end: comes back through another gateway whenever it breaks off.
import { setTimeout as delay } from 'node:timers/promises';
import { endOf } from './book.mjs';
import { readItems, readJson } from './http.mjs';
import { Ledger } from './ledger.mjs';

/** Every run ends within this time and what its agent needs to say it, whatever dies meanwhile; else it hangs. */
export const HUNG_AFTER_MS = 100_000;

const PAUSE_MS = 50;

export class Viewer {
  ledger = new Ledger();
  runId;
  /** When this viewer was without a connection for the longest time, and the time of the terminal event (ms, monotonic). */
  longestAbsenceMs = 0;
  endedAt;
  /** When `rewind`s came. */
  rewindsAt = [];
  isHung = false;
  isLost = false;
  /** Its session was deleted: there may be nothing to come back to. */
  mayBeGone = false;
  #connection;
  /** Since when (ms, monotonic). */
  #connectedAt;
  #away;
  #news = [];

  constructor(soak, { kind, sessionId, nonce }) {
    Object.assign(this, { soak, kind, sessionId, nonce });
  }

  /** Posts and follows in the background. Returns the refusal, or undefined where the run has begun. */
  async start(path, body, gateway) {
    const call = {
      method: 'POST',
      path: `/sessions/${this.sessionId}/${path}`,
      body,
      gateway,
      isStarting: true,
      kind: this.kind,
    };
    const answer = await this.soak.front.ask(call);
    if (answer.status !== 200) return { status: answer.status, ...(await readJson(answer)) };
    this.runId = answer.headers['x-run-id'];
    this.startedAt = performance.now();
    this.soak.book.started(this.kind);
    this.done = this.#follow(answer);
    return undefined;
  }

  /** Follows a run that somebody else started, from its first event. */
  join(runId, gateway) {
    this.runId = runId;
    this.startedAt = performance.now();
    this.done = this.#follow(undefined, gateway);
  }

  /** Resolves when it has seen that many events, or there will be none. */
  async saw(count) {
    while (this.ledger.events.length < count && !this.isOver) await new Promise((resolve) => this.#news.push(resolve));
  }

  get isOver() {
    return this.ledger.terminal !== undefined || this.isHung || this.isLost;
  }

  /** Closes the connection until the returned function is called. */
  leave() {
    let comeBack;
    this.#away = new Promise((resolve) => (comeBack = resolve));
    this.#connection?.destroy();
    return () => {
      this.#away = undefined;
      comeBack();
    };
  }

  async #follow(first, gateway = 0) {
    const limit = setTimeout(() => this.#giveUp(), HUNG_AFTER_MS);
    let answer = first ?? (await this.#comeBack(gateway));
    while (answer && !this.isOver) {
      const { gateway: at } = answer;
      await this.#read(answer);
      if (this.isOver) break;
      const brokeAt = performance.now();
      await (this.#away ?? delay(PAUSE_MS));
      if (!this.isOver) answer = await this.#comeBack(at + 1);
      this.longestAbsenceMs = Math.max(this.longestAbsenceMs, performance.now() - brokeAt);
    }
    clearTimeout(limit);
    this.#wake();
    if (!this.isHung && this.ledger.terminal) this.soak.book.ended(this.kind, endOf(this.ledger.terminal));
  }

  async #read({ body }) {
    this.#connection = body;
    this.#connectedAt = performance.now();
    if (this.#away) body.destroy();
    await readItems(body, (item, at) => this.#take(item, at)).catch((error) =>
      this.soak.book.violation('bad bytes', this.kind, `${this.runId}: ${error.message}`),
    );
  }

  #take(item, at) {
    if (item.event === 'replay') return;
    if (item.runId !== this.runId) this.soak.book.violation('bad bytes', this.kind, `${this.runId}: an event of ${item.runId}`);
    const { runId: _runId, ...event } = item;
    this.ledger.take(event);
    if (event.event === 'rewind') this.soak.tookOver(at, this.#connectedAt);
    if (this.ledger.terminal === event) this.endedAt = at;
    this.#wake();
  }

  /** The connection, open again; undefined where it was refused for good. */
  async #comeBack(gateway) {
    const { lastSeq } = this.ledger;
    const headers = lastSeq > 0 ? { 'last-event-id': `${this.runId}:${lastSeq}` } : {};
    const path = `/sessions/${this.sessionId}/stream?run_id=${this.runId}`;
    try {
      const answer = await this.soak.front.ask({ path, headers, gateway, kind: this.kind });
      if (answer.status === 200) return answer;
      throw new Error(`${answer.status} ${JSON.stringify(await readJson(answer))}`);
    } catch (error) {
      if (!this.mayBeGone)
        this.soak.book.violation('lost', this.kind, `coming back to ${this.runId} after ${lastSeq}: ${error.message}`);
      this.isLost = true;
      return undefined;
    }
  }

  #giveUp() {
    this.isHung = true;
    this.#connection?.destroy();
    this.#wake();
  }

  #wake() {
    this.#news.splice(0).forEach((resolve) => resolve());
  }
}
