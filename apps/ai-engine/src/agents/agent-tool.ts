import type { ToolFunction } from '@parley/contracts';

/** A JSON Schema that is an object, not `true` or `false`. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool that an agent may use, as its file declares it. */
export type AgentTool = ModuleTool | McpTool;

interface AnyTool {
  /** Unique in its agent. */
  readonly name: string;
  /** A person is asked before it runs. */
  readonly confirm: boolean;
  /** How long one call may take. */
  readonly timeoutMs: number;
  /** The person reads of its calls and results. */
  readonly visible: boolean;
}

/** A function of a module beside the agent's file. */
export interface ModuleTool extends AnyTool {
  readonly kind: 'module';
  readonly description: string;
  /** Of `type: object`; it compiles. */
  readonly parameters: JsonSchema;
  readonly call: ToolFunction;
}

/** A tool of an MCP server, which says itself what it does and takes. */
export interface McpTool extends AnyTool {
  readonly kind: 'mcp';
  /** The same object for all tools of one server. */
  readonly server: McpServer;
}

/** An MCP server of one agent, as its file declares it. */
export type McpServer = McpHttpServer | McpProcess;

export interface McpHttpServer {
  readonly kind: 'http';
  readonly name: string;
  /** Where it speaks streamable HTTP. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface McpProcess {
  readonly kind: 'stdio';
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the few harmless variables every such process gets. */
  readonly env: Readonly<Record<string, string>>;
  /** Where it is started: the agent's folder. */
  readonly cwd: string;
}
