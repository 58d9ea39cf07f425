// An MCP server over stdio: how much of a thing there is, and an order for it.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'shop', version: '1.0.0' });
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const ITEM = { item: z.string() };

server.registerTool('stock', { description: 'How many there are.', inputSchema: ITEM }, ({ item }) => text(`3 ${item}`));
server.registerTool('order', { description: 'Orders one.', inputSchema: ITEM }, ({ item }, { _meta }) =>
  text(`ordered ${item} as ${_meta['parley/step_id']}`),
);
await server.connect(new StdioServerTransport());
