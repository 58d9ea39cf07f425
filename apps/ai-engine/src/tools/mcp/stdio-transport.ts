import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { SkillLog } from '@parley/contracts';
import type { McpProcess } from '../../agents/agent-tool.js';
import { logLines } from './log-lines.js';
import { ServerProcess } from './server-process.js';

/**
 * A server process, one JSON message a line. What it writes to stderr goes to the debug log. The SDK's own transport takes four
 * seconds to end a process that is deaf, longer than an engine has, and then leaves those that the process started.
 */
export class McpStdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  private readonly received = new ReadBuffer();
  private server?: ServerProcess;

  constructor(
    private readonly declared: McpProcess,
    private readonly log: SkillLog,
  ) {}

  /** Rejects where the process can't be started. */
  async start(): Promise<void> {
    const server = new ServerProcess(this.declared);
    this.server = server;
    server.onError((error) => this.onerror?.(error));
    server.stdout?.on('data', (chunk: Buffer) => this.receive(chunk));
    if (server.stderr) logLines(server.stderr, (line) => this.log.debug('an MCP server wrote to stderr', { line }));
    void server.closed.then(() => this.onclose?.());
    await server.started;
  }

  private receive(chunk: Buffer): void {
    try {
      this.received.append(chunk);
    } catch (error) {
      this.onerror?.(error as Error);
      void this.close();
      return;
    }
    while (this.passOn());
  }

  /** Passes one message on. False where no whole one is there; one that is none is passed over. */
  private passOn(): boolean {
    try {
      const message = this.received.readMessage();
      if (message === null) return false;
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error as Error);
    }
    return true;
  }

  /** Resolves when the process's pipe has taken the message; rejects where it takes none any more. */
  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const input = this.server?.stdin;
      if (!input) return reject(new Error('the process does not run'));
      input.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Ends the process, in about a second at most. All who call this wait for the same end. */
  async close(): Promise<void> {
    await this.server?.end();
  }
}
