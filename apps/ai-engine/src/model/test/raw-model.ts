import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model server that answers every request with the bytes of `body`. */
export class RawModel {
  body = '';
  contentType = 'text/event-stream';
  /** false: the connection stays open after the body. */
  ends = true;
  calls = 0;
  private readonly server = createServer((_req, res) => {
    this.calls++;
    res.writeHead(200, { 'content-type': this.contentType }).write(this.body);
    if (this.ends) res.end();
  });

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** Resolves with the response to the next call; its `close` tells that the client has left. */
  async nextCall(): Promise<ServerResponse> {
    const [, response] = (await once(this.server, 'request')) as [IncomingMessage, ServerResponse];
    return response;
  }

  reset(): void {
    Object.assign(this, { body: '', contentType: 'text/event-stream', ends: true, calls: 0 });
  }

  close(): void {
    this.server.close().closeAllConnections();
  }
}

/** One event of a stream, as OpenAI writes it. */
export function chunk(delta: object, finishReason: string | null = null, rest: object = {}): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices, ...rest })}\n\n`;
}
