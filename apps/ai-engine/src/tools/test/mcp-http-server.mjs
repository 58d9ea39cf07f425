// node mcp-http-server.mjs <port> [json]: prints its port when it listens.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createServer } from './mcp-tools.mjs';

const [port = '0', answers] = process.argv.slice(2);
const transports = new Map();

async function transportOf(sessionId) {
  if (sessionId !== undefined) return transports.get(sessionId);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: answers === 'json',
    onsessioninitialized: (id) => void transports.set(id, transport),
    onsessionclosed: (id) => {
      transports.delete(id);
      process.stdout.write(`closed\n`);
    },
  });
  await createServer().connect(transport);
  return transport;
}

const server = http.createServer(async (request, response) => {
  response.on('close', () => response.writableEnded || process.stdout.write('broken off\n'));
  if (request.url === '/forget') {
    transports.clear();
    return response.end();
  }
  const transport = await transportOf(request.headers['mcp-session-id']);
  if (!transport) return response.writeHead(404).end('unknown session');
  await transport.handleRequest(request, response);
});
server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
