import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type CallToolResult, ErrorCode, McpError, type Tool } from '@modelcontextprotocol/sdk/types.js';
import type { SkillLog } from '@parley/contracts';
import type { McpServer } from '../../agents/agent-tool.js';
import { ToolFailure } from '../tool-failure.js';
import { unlessAborted } from '../unless-aborted.js';
import { type CallOptions, McpConnection } from './mcp-connection.js';

export interface LinkOptions {
  connectTimeoutMs: number;
  log: SkillLog;
}

/** A server that could not be reached, or not in time; `cause` says why. */
class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** The way to one MCP server: connects on use, and again on the next use after the connection ended or broke. */
export class McpLink {
  private current?: McpConnection;
  private readonly connections = new Set<McpConnection>();
  private isClosed = false;

  constructor(
    private readonly server: McpServer,
    private readonly options: LinkOptions,
  ) {}

  /**
   * What the server offers, among it the tool of this name if it has it: a server's word that its list changed may get lost.
   * Throws where it can't be reached, and the signal's reason where that aborts first.
   */
  async toolsWith(name: string, signal: AbortSignal): Promise<ReadonlyMap<string, Tool>> {
    const tools = await this.tools(signal, false);
    return tools.has(name) ? tools : this.tools(signal, true);
  }

  private tools(signal: AbortSignal, again: boolean): Promise<ReadonlyMap<string, Tool>> {
    return this.use(signal, (connection) => unlessAborted(signal, connection.tools(again)));
  }

  /**
   * Calls a tool; a server's refusal is a result, too. What it throws is a `ToolFailure` with what happened as `cause`, or the
   * signal's reason. The signal must be the call's own: it is told to the server when it aborts.
   */
  async call(name: string, args: Record<string, unknown>, at: CallOptions): Promise<CallToolResult> {
    try {
      return await this.use(at.signal, (connection) => connection.call(name, args, at));
    } catch (error) {
      at.signal.throwIfAborted();
      if (error instanceof McpError && !isOfConnection(error)) return refusal(error);
      throw new ToolFailure(`The tool failed: ${reasonFor(error)}`, { cause: error });
    }
  }

  /** A server that doesn't know the session any more has done nothing: it is asked once more, in a new session. */
  private async use<T>(signal: AbortSignal, work: (connection: McpConnection) => Promise<T>): Promise<T> {
    for (let isAgain = false; ; isAgain = true) {
      const connection = await this.connected(signal);
      try {
        return await work(connection);
      } catch (error) {
        signal.throwIfAborted();
        if (isOfConnection(error)) connection.retire();
        if (isAgain || !isSessionUnknown(error)) throw error;
      }
    }
  }

  private async connected(signal: AbortSignal): Promise<McpConnection> {
    if (this.isClosed) throw new Unreachable('the engine ends');
    const connection = (this.current ??= this.connect());
    try {
      await unlessAborted(signal, connection.ready);
    } catch (error) {
      signal.throwIfAborted();
      throw new Unreachable((error as Error).message, { cause: error });
    }
    return connection;
  }

  private connect(): McpConnection {
    const connection: McpConnection = new McpConnection(this.server, {
      ...this.options,
      onGone: () => {
        if (this.current === connection) this.current = undefined;
      },
    });
    this.connections.add(connection);
    void connection.ended.then(() => this.connections.delete(connection));
    return connection;
  }

  /** Ends all that is connected, or about to be. Afterwards nothing can be reached. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.connections].map((connection) => connection.close()));
  }
}

/** Whether the connection, not what was asked, is at fault: the next use needs a new one. */
function isOfConnection(error: unknown): boolean {
  if (error instanceof McpError)
    return error.code === Number(ErrorCode.ConnectionClosed) || error.code === Number(ErrorCode.RequestTimeout);
  return !isUnreadable(error);
}

/** The server answered something that is not of the protocol. */
const isUnreadable = (error: unknown): boolean => error instanceof Error && error.name.endsWith('ZodError');

const isSessionUnknown = (error: unknown): boolean =>
  error instanceof StreamableHTTPError && (error.code === 404 || error.code === 400);

/** What the model is told. */
function reasonFor(error: unknown): string {
  if (error instanceof Unreachable) return "its server can't be reached.";
  if (isOfConnection(error)) return 'the connection to its server was lost.';
  return 'its server answered something unreadable.';
}

/** An error of the protocol as a result, which is handled as any other that the server words. */
const refusal = ({ message }: McpError): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: `The tool failed: ${message.replace(/^(?:MCP error -?\d+: )+/, '')}` }],
});
