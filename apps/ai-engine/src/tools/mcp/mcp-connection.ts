import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  type CallToolResult,
  CallToolResultSchema,
  ListToolsResultSchema,
  type Tool,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { SkillLog } from '@parley/contracts';
import type { McpServer } from '../../agents/agent-tool.js';
import { ToolTimeout } from '../tool-deadline.js';
import { McpHttpTransport } from './http-transport.js';
import { McpStdioTransport } from './stdio-transport.js';

const CLIENT = { name: 'parley', version: '0.1.0' };
const MAX_PAGES = 100;
/** The engine bounds a call by the tool's own timeout; the SDK's would be 60 s. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

export interface CallOptions {
  stepId: string;
  signal: AbortSignal;
}

export interface ConnectionOptions {
  connectTimeoutMs: number;
  log: SkillLog;
  /** Called once: the connection ended, broke, or was retired. */
  onGone: () => void;
}

/** One connection to an MCP server, from its beginning to its end. */
export class McpConnection {
  /** Rejects where the server can't be reached in time, and where the connection is closed before. */
  readonly ready: Promise<void>;
  /** Resolves when nothing of it is left. */
  readonly ended: Promise<void>;
  private readonly client = new Client(CLIENT, { capabilities: {} });
  private readonly transport: McpHttpTransport | McpStdioTransport;
  private offered?: Promise<ReadonlyMap<string, Tool>>;
  private calls = 0;
  private isGone = false;
  private readonly end: () => void;

  constructor(
    server: McpServer,
    private readonly options: ConnectionOptions,
  ) {
    const { log, connectTimeoutMs } = options;
    ({ promise: this.ended, resolve: this.end } = Promise.withResolvers<void>());
    this.transport = server.kind === 'http' ? new McpHttpTransport(server) : new McpStdioTransport(server, log);
    this.client.onclose = () => this.retire();
    this.client.onerror = (error) => log.debug('an MCP connection met an error', { err: error });
    this.client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      this.offered = undefined;
    });
    this.ready = this.client.connect(this.transport, { timeout: connectTimeoutMs });
    this.ready.catch(() => this.retire());
  }

  /** What the server offers, by name: all pages, read once, when it has said that its list changed, and where asked to `again`. */
  tools(again: boolean): Promise<ReadonlyMap<string, Tool>> {
    if (this.offered && !again) return this.offered;
    const offered = this.counted(() => this.readTools());
    this.offered = offered;
    offered.catch(() => {
      if (this.offered === offered) this.offered = undefined;
    });
    return offered;
  }

  private async readTools(): Promise<ReadonlyMap<string, Tool>> {
    const tools = new Map<string, Tool>();
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const request = { method: 'tools/list', params: cursor === undefined ? {} : { cursor } };
      const listed = await this.client.request(request, ListToolsResultSchema, { timeout: this.options.connectTimeoutMs });
      for (const tool of listed.tools) tools.set(tool.name, tool);
      cursor = listed.nextCursor;
      if (cursor === undefined) return tools;
    }
    throw new Error(`its list of tools has more than ${MAX_PAGES} pages`);
  }

  /** Calls a tool; an abort of the signal, which must be this call's own, is told to the server. */
  async call(name: string, args: Record<string, unknown>, { stepId, signal }: CallOptions): Promise<CallToolResult> {
    const params = { name, arguments: args, _meta: { 'parley/step_id': stepId } };
    try {
      return await this.counted(() =>
        this.client.request({ method: 'tools/call', params }, CallToolResultSchema, { signal, timeout: NO_TIMEOUT_MS }),
      );
    } catch (error) {
      if (signal.reason instanceof ToolTimeout) void this.probe();
      throw error;
    }
  }

  /** A server that doesn't even answer a ping would let every further call hang. */
  private async probe(): Promise<void> {
    try {
      await this.client.ping({ timeout: this.options.connectTimeoutMs });
    } catch (error) {
      if (this.isGone) return;
      this.options.log.warn('an MCP server hangs and is given up', { err: error });
      await this.close();
    }
  }

  private async counted<T>(work: () => Promise<T>): Promise<T> {
    this.calls++;
    try {
      return await work();
    } finally {
      this.calls--;
      if (this.isGone && this.calls === 0) void this.close();
    }
  }

  /** Takes no further use; closes when the calls that are under way have ended. */
  retire(): void {
    if (!this.isGone) {
      this.isGone = true;
      this.options.onGone();
    }
    if (this.calls === 0) void this.close();
  }

  /** Ends the server's process, or its session. What is under way fails. May be called again: all wait for the same end. */
  async close(): Promise<void> {
    if (!this.isGone) {
      this.isGone = true;
      this.options.onGone();
    }
    try {
      await this.transport.close();
    } catch (error) {
      this.options.log.debug('an MCP connection did not close well', { err: error });
    }
    this.end();
  }
}
