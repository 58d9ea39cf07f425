import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  type CallToolResult,
  CallToolResultSchema,
  type Tool,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { SkillLog } from '@parley/contracts';
import type { McpServer } from '../../agents/agent-tool.js';
import { ToolTimeout } from '../tool-deadline.js';
import { McpHttpTransport } from './http-transport.js';
import { inTime } from './in-time.js';
import { listTools } from './list-tools.js';
import { NO_TIMEOUT_MS } from './no-timeout.js';
import { McpStdioTransport } from './stdio-transport.js';

const CLIENT = { name: 'parley', version: '0.1.0' };
const READING = 'reading its list of tools';

export interface CallOptions {
  stepId: string;
  signal: AbortSignal;
}

export interface ConnectionOptions {
  /** For beginning, the first list of tools included; and for each further list, all of its pages together. */
  connectTimeoutMs: number;
  log: SkillLog;
  /** Called once: the connection ended, broke, or was retired. */
  onGone: () => void;
}

/** One connection to an MCP server, from its beginning to its end. */
export class McpConnection {
  /**
   * Resolves when the server has begun and told what it offers. Rejects where it doesn't in time, and where the connection is
   * closed before; nothing is left of it then.
   */
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
    const { log } = options;
    ({ promise: this.ended, resolve: this.end } = Promise.withResolvers<void>());
    this.transport = server.kind === 'http' ? new McpHttpTransport(server) : new McpStdioTransport(server, log);
    this.client.onclose = () => this.retire();
    this.client.onerror = (error) => log.debug('an MCP connection met an error', { err: error });
    this.client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      this.offered = undefined;
    });
    this.ready = this.open();
    this.ready.catch(() => this.close());
  }

  private open(): Promise<void> {
    let doing = 'connecting';
    const what = (): string => doing;
    return inTime(this.options.connectTimeoutMs, what, async (signal) => {
      await this.client.connect(this.transport, { timeout: NO_TIMEOUT_MS });
      doing = READING;
      this.offered = listTools(this.client, signal);
      await this.offered;
    });
  }

  /** What the server offers, by name: all pages, read at first, when it has said that its list changed, and where asked to `again`. */
  tools(again: boolean): Promise<ReadonlyMap<string, Tool>> {
    if (this.offered && !again) return this.offered;
    const read = (signal: AbortSignal) => listTools(this.client, signal);
    const offered = this.counted(() => inTime(this.options.connectTimeoutMs, () => READING, read));
    this.offered = offered;
    offered.catch(() => {
      if (this.offered === offered) this.offered = undefined;
    });
    return offered;
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
