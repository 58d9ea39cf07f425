// A person with a session, who does one thing after the other.
import { askFor, wordsOf } from './agents/kit.mjs';
import { Refused } from './refused.mjs';
import { SCENARIOS, WEIGHTS } from './scenarios/index.mjs';
import { Viewer } from './viewer.mjs';

const SCENARIOS_PER_SESSION = 8;
let nonces = 0;

export class User {
  #sessions = 0;
  #done = 0;

  constructor(soak, name, random) {
    Object.assign(this, { soak, name, random });
    this.newSession();
  }

  /** One scenario after the other until `until` (ms, monotonic). */
  async run(until) {
    while (performance.now() < until) {
      if (++this.#done % SCENARIOS_PER_SESSION === 0) this.newSession();
      await this.#act(this.random.weighted(WEIGHTS));
    }
  }

  newSession() {
    this.sessionId = `${this.name}-${++this.#sessions}`;
    this.soak.sessions.add(this.sessionId);
  }

  gateway() {
    return this.random.below(this.soak.front.size);
  }

  /** A message that asks for so much, and what a completed answer to it says. */
  asks(count, paceMs) {
    const nonce = `n${++nonces}`;
    return { nonce, count, paceMs, message: askFor({ count, paceMs, nonce }), text: wordsOf({ count, nonce }).join('') };
  }

  viewer(kind, { nonce }) {
    return new Viewer(this.soak, { kind, sessionId: this.sessionId, nonce });
  }

  /** Says something. A refusal is a violation, unless the caller takes it: then it is returned instead of the viewer. */
  async chat(kind, asked, { gateway = this.gateway(), mayRefuse = false, ...body } = {}) {
    const viewer = this.viewer(kind, asked);
    const request = { agent_id: 'talk', message: asked.message, on_pending_card: 'supersede', ...body };
    const refusal = await viewer.start('chat', request, gateway);
    if (!refusal) return viewer;
    if (!mayRefuse) throw new Refused(kind, refusal);
    return refusal;
  }

  async #act(kind) {
    const { book } = this.soak;
    try {
      await SCENARIOS[kind](this, kind);
    } catch (error) {
      if (error instanceof Refused) book.violation('wrong refusal', kind, `${this.sessionId}: ${error.message}`);
      else book.violation('session wedged', kind, `${this.sessionId}: ${error.stack}`);
      this.newSession();
    }
  }
}
