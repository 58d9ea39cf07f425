// All gateways as one: who gets no answer, or is told that it can't be now, asks the next one.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { NoAnswer, open, readJson } from './http.mjs';

const PAUSE_MS = 150;
const GIVES_UP_AFTER_MS = 60_000;

export class Front {
  constructor(ports, book) {
    this.ports = ports;
    this.book = book;
  }

  get size() {
    return this.ports.length;
  }

  /**
   * Asks until there is an answer that is no refusal with 503: `{ status, headers, body, gateway, tries, key }`. All tries have the same
   * Idempotency-Key: a request that broke off may have started a run, which the next one joins.
   */
  async ask({ gateway, isStarting, kind, key = randomUUID(), ...call }) {
    const until = performance.now() + GIVES_UP_AFTER_MS;
    for (let tries = 1; ; tries += 1, gateway += 1) {
      const headers = { ...call.headers, ...(isStarting && { 'idempotency-key': key }) };
      const answer = await open({ ...call, headers, port: this.ports[gateway % this.size] }).catch((error) => ({ error }));
      if (answer.error instanceof NoAnswer) this.book.violation('no answer', kind, answer.error.message);
      const isUnsure = answer.error !== undefined;
      // With a run id it is how the run ended; without one the request was refused.
      const isRefused = answer.status === 503 && answer.headers['x-run-id'] === undefined;
      if (!isUnsure && !isRefused) return { ...answer, gateway: gateway % this.size, tries, key };
      if (!isUnsure) this.book.refused((await readJson(answer).catch(() => undefined))?.code ?? 'broken');
      if (performance.now() > until) throw new Error(`${call.method ?? 'GET'} ${call.path}: refused for ${GIVES_UP_AFTER_MS} ms`);
      await delay(PAUSE_MS);
    }
  }

  /** As `ask`, with the document; an answer that breaks off is asked for again. */
  async document(call) {
    for (let key; ;) {
      const answer = await this.ask({ ...call, key });
      key = answer.key;
      const json = await readJson(answer).catch(() => undefined);
      if (json !== undefined) return { ...answer, json };
    }
  }

  /** What a GET or an abort says; throws what is no 200. */
  async fetch(call) {
    const { status, json } = await this.document(call);
    if (status !== 200) throw new Error(`${call.method ?? 'GET'} ${call.path}: ${status} ${JSON.stringify(json).slice(0, 300)}`);
    return json;
  }
}
