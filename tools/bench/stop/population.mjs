// The runs that are streaming: about as many at any moment, each from a session of its own.
import { setTimeout as delay } from 'node:timers/promises';
import { StreamedRun } from './streamed-run.mjs';

const BEGIN_EVERY_MS = 15;

export class Population {
  /** Runs that ended though nobody stopped them, or that could not begin. */
  problems = [];
  #running = new Set();
  #count = 0;
  #isOver = false;

  constructor({ gateways, runs, paceMs }) {
    Object.assign(this, { gateways, runs, paceMs });
  }

  sessionUrl(gateway, sessionId) {
    return `${this.gateways[gateway]}/api/v1/consultations/sessions/${sessionId}`;
  }

  /** One after the other, until all of them speak. */
  async fill() {
    const begun = [];
    for (let i = 0; i < this.runs; i++) {
      begun.push(this.begin());
      await delay(BEGIN_EVERY_MS);
    }
    await Promise.all(begun.map(async (run) => (await run)?.speaking));
    if (this.#running.size < this.runs)
      throw new Error(`of ${this.runs} runs only ${this.#running.size} began: ${this.problems[0]}`);
  }

  /** Another run in a session of its own. */
  async begin() {
    const n = ++this.#count;
    const run = new StreamedRun({ gateway: n % this.gateways.length, sessionId: `s${n}`, name: `r${n}` });
    return this.open(run).catch(() => undefined);
  }

  /** A message to the session of `run`, through the gateway `gateway`: the run that it starts, not open yet. */
  nextOf(run, gateway) {
    return new StreamedRun({ gateway, sessionId: run.sessionId, name: `r${++this.#count}` });
  }

  async open(run) {
    try {
      await run.open(this.sessionUrl(run.gateway, run.sessionId), this.paceMs);
    } catch (error) {
      this.problems.push(`${run.name} did not begin: ${error.message}`);
      throw error;
    }
    this.#running.add(run);
    void run.closed.then(() => this.#ended(run));
    return run;
  }

  /** A run that speaks, taken out; undefined where there is none. */
  take() {
    const speaking = [...this.#running].filter((run) => run.isSpeaking && !run.terminal);
    const run = speaking[Math.floor(Math.random() * speaking.length)];
    this.#running.delete(run);
    return run;
  }

  get size() {
    return this.#running.size;
  }

  /** From now on runs may end. */
  leave() {
    this.#isOver = true;
  }

  #ended(run) {
    if (!this.#running.delete(run) || this.#isOver) return;
    this.problems.push(`${run.name} ended by itself: ${run.terminal?.event ?? 'broken off'}`);
    void this.begin();
  }
}
