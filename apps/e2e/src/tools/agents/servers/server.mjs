// node server.mjs <name> [eof] [SIGTERM]: an MCP server over stdio that is deaf to the ends named.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const [name, ...deafTo] = process.argv.slice(2);
if (deafTo.includes('eof')) setInterval(() => undefined, 1000);
if (deafTo.includes('SIGTERM')) process.on('SIGTERM', () => undefined);

const server = new McpServer({ name, version: '1.0.0' });
server.registerTool(name, { description: 'Its process id.' }, () => ({ content: [{ type: 'text', text: String(process.pid) }] }));
server.registerTool('wait', { description: 'Never answers.' }, () => new Promise(() => undefined));
await server.connect(new StdioServerTransport());
