import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { McpHttpServer, McpProcess, McpServer, McpTool } from '../../agents/agent-tool.js';
import type { Toolbox, ToolCallContext, ToolOutcome } from '../tool.js';
import { Tools, type ToolsOptions } from '../tools.js';
import { agentWith, callContext, listedLog } from './toolbox.js';

export const STDIO_SERVER = join(__dirname, 'mcp-stdio-server.mjs');
const HTTP_SERVER = join(__dirname, 'mcp-http-server.mjs');

export const stdioServer = (more: Partial<McpProcess> = {}): McpProcess => ({
  kind: 'stdio',
  name: 'registry',
  command: process.execPath,
  args: [STDIO_SERVER],
  env: {},
  cwd: __dirname,
  ...more,
});

/** Tools of one server, each called by its name. Close them. */
export class ServerTools {
  readonly log = listedLog();
  readonly tools: Tools;

  constructor(
    private readonly server: McpServer,
    options: Partial<ToolsOptions> = {},
  ) {
    this.tools = new Tools({ log: this.log, ...options });
  }

  open(names: readonly string[], signal?: AbortSignal, more: Partial<McpTool> = {}): Promise<Toolbox> {
    const base = { kind: 'mcp', server: this.server, confirm: false, timeoutMs: 20_000, visible: true } as const;
    return this.tools.open(
      agentWith(...names.map((name) => ({ ...base, name, ...more }))),
      names,
      signal ?? new AbortController().signal,
    );
  }

  async call(name: string, args = {}, ctx: Partial<ToolCallContext> = {}, more: Partial<McpTool> = {}): Promise<ToolOutcome> {
    const toolbox = await this.open([name], undefined, more);
    return toolbox.run(toolbox.specs[0]!, args, callContext(ctx));
  }

  async text(name: string, args = {}): Promise<string> {
    return String((await this.call(name, args)).value);
  }

  close(): Promise<void> {
    return this.tools.close();
  }
}

/** The HTTP server as a process of its own. */
export class HttpServerProcess {
  private process?: ChildProcess;
  private lines?: Interface;
  port = 0;

  /** Listens on the same port each time. */
  async start(answers: 'stream' | 'json' = 'stream'): Promise<McpHttpServer> {
    this.process = spawn(process.execPath, [HTTP_SERVER, String(this.port), answers], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.lines = createInterface(this.process.stdout!);
    this.port = Number(await this.line());
    return { kind: 'http', name: 'registry', url: `${this.base}/mcp`, headers: { Authorization: 'Bearer x' } };
  }

  get base(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** What it prints next. */
  async line(): Promise<string> {
    const [line] = (await once(this.lines!, 'line')) as [string];
    return line;
  }

  async kill(): Promise<void> {
    const { process: child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export async function until(is: () => boolean): Promise<void> {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 5));
}
