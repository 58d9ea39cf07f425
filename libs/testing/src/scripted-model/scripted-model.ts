import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorBody } from './completion-bodies.js';
import { giveReply } from './give-reply.js';
import { ModelCall } from './model-call.js';
import { matches, ModelScript, type ModelRule } from './model-script.js';
import type { ModelMatch, ReplyOrMaker } from './reply.js';
import { viewOf } from './request-view.js';

/**
 * An OpenAI-compatible server on 127.0.0.1 that says what the test tells it to, fails as it is told to, and remembers
 * every request.
 *
 *     const model = new ScriptedModel();
 *     await model.listen();                                     // MODEL_BASE_URL = model.url
 *     model.when({ last_user_includes: 'hi' }, { text: 'hello there', pace_ms: 20 });
 *     const call = await model.nthCall(1);
 *     await call.ended;                                         // call.finishedAt or call.abortedAt
 */
export class ScriptedModel {
  /** All calls since the last reset, in the order of arrival. */
  requests: ModelCall[] = [];
  readonly #script = new ModelScript();
  readonly #arrivals = new EventEmitter().setMaxListeners(0);
  readonly #server = createServer((req, res) => void this.#serve(req, res));
  #url?: string;

  /** Resolves with `url`; port 0 takes a free one. Rejects where the port is taken. */
  async listen(port = 0): Promise<string> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`);
  }

  /** The base URL, `/v1` included. */
  get url(): string {
    if (this.#url === undefined) throw new Error('the scripted model does not listen yet');
    return this.#url;
  }

  /** Adds a rule that answers `times` requests (absent: all). A later rule wins over an earlier one. */
  when(match: ModelMatch, reply: ReplyOrMaker, times?: number): ModelRule {
    return this.#script.add(match, reply, times);
  }

  calls(filter: ModelMatch = {}): ModelCall[] {
    return this.requests.filter(({ view }) => matches(view, filter));
  }

  /** The nth (from 1) call that fits, as soon as it has come; rejects when it has not after `timeoutMs`. */
  async nthCall(n: number, filter: ModelMatch = {}, timeoutMs = 5000): Promise<ModelCall> {
    const signal = AbortSignal.timeout(timeoutMs);
    for (;;) {
      const call = this.calls(filter)[n - 1];
      if (call) return call;
      await once(this.#arrivals, 'call', { signal }).catch(() => {
        const came = `${this.calls(filter).length} of ${this.requests.length} calls fitted`;
        throw new Error(`model call ${n} with ${JSON.stringify(filter)} did not come within ${timeoutMs} ms; ${came}`);
      });
    }
  }

  /** Forgets rules and calls. Replies that are under way go on. */
  reset(): void {
    this.#script.clear();
    this.requests = [];
  }

  /** Cuts all connections; resolves when the port is free again. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      const parts: Buffer[] = [];
      for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
      if (req.url?.endsWith('/models')) return answer(res, 200, { object: 'list', data: [{ id: 'scripted', object: 'model' }] });
      if (!req.url?.endsWith('/chat/completions')) return answer(res, 404, errorBody(`no such route: ${req.url}`));
      await this.#complete(req, res, JSON.parse(Buffer.concat(parts).toString('utf8')));
    } catch (error) {
      if (res.destroyed) return; // the client has left
      if (res.headersSent) res.destroy();
      else answer(res, error instanceof SyntaxError ? 400 : 500, errorBody(String(error)));
    }
  }

  async #complete(req: IncomingMessage, res: ServerResponse, body: unknown): Promise<void> {
    const view = viewOf(body as Parameters<typeof viewOf>[0]);
    const call = new ModelCall(this.requests.length + 1, view, body, req.headers, res);
    this.requests.push(call);
    this.#arrivals.emit('call');
    await giveReply(res, call, await this.#script.replyFor(view));
  }
}

function answer(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
