import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BadRequest, parseChatRequest } from './completions/chat-request.js';
import type { CompletionHead } from './completions/chunks.js';
import { completeChat } from './completions/complete-chat.js';
import type { Log } from './log.js';
import { Meter, type Outcome } from './meter.js';
import { BodyTooLarge, readBody } from './read-body.js';
import { writeError, writeJson } from './write-json.js';

/** Twenty turns of the longest messages fit in. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

export interface DemoModelOptions {
  paceMs: number;
  log: Log;
  /** Id and time of the next completion; by default a random id and now. */
  identity?: () => Pick<CompletionHead, 'id' | 'created'>;
}

/** The HTTP server: chat completions, the list of models, health and metrics. Any API key is welcome. */
export class DemoModel {
  readonly #server: Server;
  readonly #meter = new Meter();
  readonly #options: DemoModelOptions;
  #draining = false;

  constructor(options: DemoModelOptions) {
    this.#options = options;
    this.#server = createServer((req, res) => void this.#route(req, res));
  }

  /** Resolves with the port; rejects with the system's error (`EADDRINUSE`, …). */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => resolve((this.#server.address() as AddressInfo).port));
    });
  }

  /** Takes nothing new, lets answers that are under way end for at most `timeoutMs`, then cuts the rest off. */
  async drain(timeoutMs: number): Promise<void> {
    this.#draining = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const cut = setTimeout(() => this.#server.closeAllConnections(), timeoutMs);
    await closed;
    clearTimeout(cut);
  }

  async #route(req: IncomingMessage, res: ServerResponse): Promise<void> {
    // A connection that was busy when the drain began goes idle now, and would keep the server open.
    res.once('close', () => this.#draining && setImmediate(() => this.#server.closeIdleConnections()));
    switch (`${req.method} ${req.url?.split('?', 1)[0]}`) {
      case 'POST /v1/chat/completions':
        return this.#complete(req, res);
      case 'GET /v1/models':
        return writeJson(res, 200, { object: 'list', data: [{ id: 'demo', object: 'model', created: 0, owned_by: 'parley' }] });
      case 'GET /healthz':
        return writeJson(res, 200, { status: 'ok' });
      case 'GET /readyz':
        return writeJson(res, this.#draining ? 503 : 200, { status: this.#draining ? 'draining' : 'ok' });
      case 'GET /metrics':
        return void res.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(this.#meter.exposition());
      default:
        return writeError(res, 404, `no such route: ${req.method} ${req.url}`);
    }
  }

  async #complete(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const left = new AbortController();
    // The response's close, not the request's: that one comes as soon as the body is read.
    res.once('close', () => !res.writableFinished && left.abort());
    this.#meter.begin();
    const startedAt = performance.now();
    let tokens = 0;
    const outcome = await this.#answer(req, res, left.signal, () => {
      tokens++;
      this.#meter.token();
    });
    this.#meter.finish(outcome);
    this.#options.log.debug('completion', { outcome, tokens, ms: Math.round(performance.now() - startedAt) });
  }

  async #answer(req: IncomingMessage, res: ServerResponse, signal: AbortSignal, onToken: () => void): Promise<Outcome> {
    const identity = this.#options.identity ?? randomIdentity;
    try {
      const request = parseChatRequest(await readBody(req, MAX_BODY_BYTES));
      await completeChat(res, request, { paceMs: this.#options.paceMs, identity, signal, onToken });
      return 'finished';
    } catch (error) {
      if (signal.aborted || req.errored) return 'aborted'; // while it was answered, or while it still sent
      if (error instanceof BadRequest) return (writeError(res, 400, error.message, error.param), 'refused');
      if (error instanceof BodyTooLarge) {
        res.setHeader('connection', 'close'); // the rest of the body is not read
        return (writeError(res, 413, error.message), 'refused');
      }
      this.#options.log.error('completion failed', { error: String(error) });
      if (res.headersSent) res.destroy();
      else writeError(res, 500, 'the demo model failed');
      return 'failed';
    }
  }
}

function randomIdentity(): Pick<CompletionHead, 'id' | 'created'> {
  return { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000) };
}
