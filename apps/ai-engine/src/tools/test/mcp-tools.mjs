// An MCP server for specs: what it offers, whatever it speaks over.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';

const PAGE = 4;
const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
const data = (structuredContent) => ({ content: [{ type: 'text', text: 'see the data' }], structuredContent });

/** Of the process, not of a connection. */
const calls = { hanging: 0, cancelled: 0, count: 0 };
const waiting = [];
const changed = () => waiting.splice(0).forEach((resolve) => resolve());
const until = async (is) => {
  while (!is()) await new Promise((resolve) => waiting.push(resolve));
};

/** name → what it does. */
const TOOLS = {
  echo: (args) => text(args.text),
  pid: () => text(process.pid),
  ids: () => text(JSON.stringify({ pid: process.pid, ppid: process.ppid })),
  huge: () => text('x'.repeat(11 * 1024 * 1024)),
  count: () => text(++calls.count),
  meta: (_args, extra) => data({ meta: extra._meta ?? null }),
  headers: (_args, extra) => data(extra.requestInfo?.headers ?? {}),
  surroundings: () => data({ cwd: process.cwd(), args: process.argv.slice(2), env: process.env }),
  bad: () => ({ isError: true, ...text('no such claim') }),
  refuses: () => {
    throw new McpError(ErrorCode.InvalidParams, 'amount is missing');
  },
  pair: () => ({ content: [...text('one').content, ...text('two').content] }),
  die: () => process.exit(1),
  block: () => {
    for (;;);
  },
  hang: async (_args, { signal }) => {
    calls.hanging++;
    changed();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    calls.cancelled++;
    changed();
    return text('late');
  },
  until_hanging: async () => {
    await until(() => calls.hanging > 0);
    return text(calls.hanging);
  },
  until_cancelled: async () => {
    await until(() => calls.cancelled > 0);
    return text(calls.cancelled);
  },
};

export function createServer() {
  const server = new Server({ name: 'spec', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } });
  const offered = new Map(Object.entries(TOOLS));
  offered.set('change', async () => {
    offered.delete('echo');
    offered.set('added', () => text('added'));
    await server.sendToolListChanged();
    return text('changed');
  });

  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const from = Number(params?.cursor ?? 0);
    const names = [...offered.keys()];
    const page = names.slice(from, from + PAGE).map((name) => ({
      name,
      description: `Tool ${name}.`,
      inputSchema:
        name === 'echo'
          ? { type: 'object', properties: { text: { type: 'string', 'x-ours': 1 } }, required: ['text'] }
          : { type: 'object' },
    }));
    return { tools: page, ...(from + PAGE < names.length && { nextCursor: String(from + PAGE) }) };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = offered.get(params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return tool(params.arguments ?? {}, extra);
  });
  return server;
}
