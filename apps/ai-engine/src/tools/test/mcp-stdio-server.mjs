import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from './mcp-tools.mjs';

if (process.env.STUBBORN) {
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
}
process.stderr.write('ready\n');
await createServer().connect(new StdioServerTransport());
