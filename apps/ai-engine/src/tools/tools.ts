import { ParleyError, type SkillLog } from '@parley/contracts';
import type { Agent } from '../agents/agent.js';
import type { AgentTool, McpServer, McpTool } from '../agents/agent-tool.js';
import { McpLink } from './mcp/mcp-link.js';
import { readyMcpTool, readyModuleTool } from './ready-tool.js';
import { type ReadyTool, ResolvedToolbox } from './resolved-toolbox.js';
import type { Toolbox } from './tool.js';

const CONNECT_TIMEOUT_MS = 10_000;

export interface ToolsOptions {
  /** Of the engine: what MCP servers write to stderr, when they fail. */
  log: SkillLog;
  /** How long an MCP server may take to begin, and to tell what it offers. */
  connectTimeoutMs?: number;
}

/** The tools of this engine process: keeps one connection per MCP server of each agent, opened on first use. */
export class Tools {
  private readonly links = new Map<McpServer, McpLink>();
  private isClosed = false;

  constructor(private readonly options: ToolsOptions) {}

  /**
   * The toolbox of a node that may use these tools of its agent. Connects MCP servers where needed: throws `skill_failed`, with
   * what is wrong as `cause`, where one can't be reached or lacks a tool; the signal's reason where that aborts first.
   */
  async open(agent: Agent, names: readonly string[], signal: AbortSignal): Promise<Toolbox> {
    signal.throwIfAborted();
    try {
      return new ResolvedToolbox(await Promise.all(names.map((name) => this.ready(toolOf(agent, name), signal))));
    } catch (error) {
      signal.throwIfAborted();
      throw new ParleyError('skill_failed', {}, { cause: error });
    }
  }

  private async ready(tool: AgentTool, signal: AbortSignal): Promise<ReadyTool> {
    return tool.kind === 'module' ? readyModuleTool(tool) : this.readyOfServer(tool, signal);
  }

  private async readyOfServer(tool: McpTool, signal: AbortSignal): Promise<ReadyTool> {
    const link = this.linkTo(tool.server);
    const server = `the MCP server "${tool.server.name}"`;
    const offered = await link.toolsWith(tool.name, signal).catch((error: unknown) => {
      throw new Error(`${server} can't be reached: ${(error as Error).message}`, { cause: error });
    });
    const own = offered.get(tool.name);
    if (!own) throw new Error(`${server} has no tool "${tool.name}"; it offers ${[...offered.keys()].join(', ') || 'none'}`);
    try {
      return readyMcpTool(tool, own, link);
    } catch (error) {
      throw new Error(`${server} describes its tool "${tool.name}" by a schema that can't be used: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  private linkTo(server: McpServer): McpLink {
    let link = this.links.get(server);
    if (!link) {
      if (this.isClosed) throw new Error('the engine ends');
      link = new McpLink(server, {
        log: this.options.log,
        connectTimeoutMs: this.options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      });
      this.links.set(server, link);
    }
    return link;
  }

  /** Ends all connections and the processes of MCP servers, within some 1.2 s. Afterwards no server can be reached. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.links.values()].map((link) => link.close()));
  }
}

function toolOf({ id, tools }: Agent, name: string): AgentTool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`agent "${id}" has no tool "${name}"`);
  return tool;
}
