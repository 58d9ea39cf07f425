import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpHttpServer } from '../../agents/agent-tool.js';

interface Message {
  id?: number;
  method: string;
  params?: { protocolVersion?: string; cursor?: string };
}

/** Speaks MCP over HTTP, plain JSON, as far as it is let: hangs where it is told to. */
export class HangingMcpServer {
  /** The method that is never answered; `body:<method>`: its answer begins and never ends. */
  hangsAt?: string;
  /** What tells each page of the list, from 0; `more`: another page follows. */
  page: (index: number) => { names: string[]; more: boolean } | Promise<{ names: string[]; more: boolean }> = () => ({
    names: ['echo'],
    more: false,
  });
  readonly seen: string[] = [];
  private readonly server = http.createServer((request, response) => void this.answer(request, response));

  async listen(): Promise<McpHttpServer> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const { port } = this.server.address() as AddressInfo;
    return { kind: 'http', name: 'registry', url: `http://127.0.0.1:${port}/mcp`, headers: {} };
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const message = await messageOf(request);
    const method = message?.method ?? request.method ?? '';
    this.seen.push(method);
    if (this.hangsAt === method) return;
    if (!message) return void response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
    if (message.id === undefined) return void response.writeHead(202).end();
    response.writeHead(200, { 'Content-Type': 'application/json', 'Mcp-Session-Id': 's' });
    if (this.hangsAt === `body:${method}`) return void response.write('{"jsonrpc":');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: await this.resultOf(message) }));
  }

  private async resultOf({ method, params }: Message): Promise<unknown> {
    switch (method) {
      case 'initialize':
        return {
          protocolVersion: params?.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'hanging', version: '1.0.0' },
        };
      case 'tools/list': {
        const index = Number(params?.cursor ?? 0);
        const { names, more } = await this.page(index);
        const tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
        return { tools, ...(more && { nextCursor: String(index + 1) }) };
      }
      default:
        return { content: [{ type: 'text', text: 'done' }] };
    }
  }
}

async function messageOf(request: http.IncomingMessage): Promise<Message | undefined> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body === '' ? undefined : (JSON.parse(body) as Message);
}
