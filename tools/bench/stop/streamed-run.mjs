// One run and its stream, read so that it costs little: only that a token came, and which event was the last, is looked at.
import http from 'node:http';
import { now } from '../loop-meter.mjs';

const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
const TERMINAL = ['preempted', 'end', 'error'];

export function post(url, body) {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = { 'content-type': 'application/json', 'content-length': bytes.length };
  const request = http.request(url, { method: 'POST', agent, headers });
  request.end(bytes);
  return new Promise((resolve, reject) => request.once('response', resolve).once('error', reject));
}

export class StreamedRun {
  /** The run's id, and when its headers came (ms). */
  runId;
  answeredAt;
  /** `{ event, at }` of the first terminal event. */
  terminal;
  /** What came after the terminal event. */
  tokensAfter = 0;
  isSpeaking = false;
  #rest = '';

  /** `gateway`: its index; `name`: of its model call. */
  constructor({ gateway, sessionId, name }) {
    Object.assign(this, { gateway, sessionId, name });
    this.speaking = new Promise((resolve) => (this.#speaks = resolve));
    this.closed = new Promise((resolve) => (this.#isClosed = resolve));
  }

  #speaks;
  #isClosed;

  /** Resolves at the headers. Rejects where it is refused. `speaking` and `closed` then resolve, in any case. */
  async open(sessionUrl, paceMs) {
    const body = { agent_id: 'bench-talk', message: `say 1000000 ${paceMs} ${this.name}` };
    const answer = await post(`${sessionUrl}/chat`, body);
    this.answeredAt = now();
    if (answer.statusCode !== 200) throw new Error(`chat was answered with ${answer.statusCode}`);
    this.runId = answer.headers['x-run-id'];
    answer.setEncoding('latin1');
    answer.on('data', (text) => this.#take(text, now()));
    answer.on('error', () => undefined);
    answer.once('close', () => {
      this.#speaks();
      this.#isClosed();
    });
  }

  #take(text, at) {
    const whole = this.#rest + text;
    const end = whole.lastIndexOf('\n\n');
    this.#rest = end < 0 ? whole : whole.slice(end + 2);
    if (end < 0) return;
    for (const frame of whole.slice(0, end).split('\n\n')) this.#takeFrame(frame, at);
  }

  #takeFrame(frame, at) {
    const event = /^event: (\w+)$/m.exec(frame)?.[1];
    if (event === 'token') {
      if (this.terminal) this.tokensAfter += 1;
      else if (!this.isSpeaking) this.#begin();
    } else if (!this.terminal && TERMINAL.includes(event)) this.terminal = { event, at };
  }

  #begin() {
    this.isSpeaking = true;
    this.#speaks();
  }
}
