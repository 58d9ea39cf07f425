// node mcp-stdio-server.mjs: with DEAF_TO=eof,SIGTERM in its environment it ends by neither, with HANG_AT=<method> it never answers that.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from './mcp-tools.mjs';

const deafTo = (process.env.DEAF_TO ?? '').split(',');
if (deafTo.includes('eof')) setInterval(() => undefined, 1000);
if (deafTo.includes('SIGTERM')) process.on('SIGTERM', () => undefined);
process.stderr.write('ready\n');
const server = createServer();
const transport = new StdioServerTransport();
await server.connect(transport);
const { onmessage } = transport;
transport.onmessage = (message) => message.method === process.env.HANG_AT || onmessage(message);
