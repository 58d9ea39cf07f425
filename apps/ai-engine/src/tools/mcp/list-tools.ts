import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ListToolsResultSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { NO_TIMEOUT_MS } from './no-timeout.js';

const MAX_PAGES = 100;
const MAX_TOOLS = 1000;

/** All tools of a server by name, of all pages. Throws where they are too many. */
export async function listTools(client: Client, signal: AbortSignal): Promise<ReadonlyMap<string, Tool>> {
  const tools = new Map<string, Tool>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const request = { method: 'tools/list', params: cursor === undefined ? {} : { cursor } };
    const listed = await client.request(request, ListToolsResultSchema, { signal, timeout: NO_TIMEOUT_MS });
    for (const tool of listed.tools) tools.set(tool.name, tool);
    if (tools.size > MAX_TOOLS) throw new Error(`it offers more than ${MAX_TOOLS} tools`);
    cursor = listed.nextCursor;
    if (cursor === undefined) return tools;
  }
  throw new Error(`its list of tools has more than ${MAX_PAGES} pages`);
}
