// Sessions that talk side by side, each one turn after the other.
import { readStream } from '../sse-client.mjs';

const TOKENS = 40;
const PADDING = 'and some more words, as people write them, '.repeat(4);

export class Talk {
  /** The last turn that all of them had, and how many turns failed. */
  turn = 0;
  failed = 0;

  constructor({ gateway, name, sessions }) {
    this.gateway = gateway;
    this.name = name;
    this.sessionIds = Array.from({ length: sessions }, (_, i) => `${name}${i}`);
  }

  /** The next turn of all of them; how long each took (ms). */
  async next() {
    this.turn += 1;
    const ends = await Promise.all(this.sessionIds.map((sessionId) => this.#say(sessionId)));
    this.failed += ends.filter(({ ok }) => !ok).length;
    return ends.map(({ endMs }) => endMs);
  }

  /** All messages are of one length, so that prompts are, too. */
  #say(sessionId) {
    const message = `say ${TOKENS} 0 t ${PADDING}${String(this.turn).padStart(4, '0')}`;
    const url = `${this.gateway}/api/v1/consultations/sessions/${sessionId}/chat`;
    return readStream(url, { body: { message } }).catch(() => ({ ok: false, endMs: NaN }));
  }
}
