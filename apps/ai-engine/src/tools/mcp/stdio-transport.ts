import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { SkillLog } from '@parley/contracts';
import type { McpProcess } from '../../agents/agent-tool.js';
import { logLines } from './log-lines.js';

/** A server process. What it writes to stderr goes to the debug log. */
export class McpStdioTransport extends StdioClientTransport {
  private closing?: Promise<void>;

  constructor({ command, args, env, cwd }: McpProcess, log: SkillLog) {
    super({ command, args: [...args], env: { ...env }, cwd, stderr: 'pipe' });
    if (this.stderr) logLines(this.stderr, (line) => log.debug('an MCP server wrote to stderr', { line }));
  }

  /** Closes its stdin, and ends it where it doesn't end by itself. All who call this wait for the same end. */
  override close(): Promise<void> {
    this.closing ??= super.close();
    return this.closing;
  }
}
