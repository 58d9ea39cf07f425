import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { McpProcess } from '../../agents/agent-tool.js';
import { settlesWithin } from './settles-within.js';

/** How long a process may take to end by itself once its input has ended. */
const LEAVES_WITHIN_MS = 200;
/** How long it may take after SIGTERM. Together they are well below what the engine has for closing. */
const HEEDS_WITHIN_MS = 800;

/** What an engine would leave behind that ends without closing: told to twice, or by an exception that nobody caught. */
const running = new Set<ServerProcess>();
process.on('exit', () => running.forEach((server) => server.kill()));

/**
 * The process of a server with all that it starts itself, a process group: launchers such as `npx` or `sh -c` don't pass signals on.
 * So Ctrl-C in the engine's terminal isn't theirs, either.
 */
export class ServerProcess {
  /** Rejects where it can't be started. */
  readonly started: Promise<unknown>;
  /** Resolves when it has ended and all that it wrote is read; never where it can't be started. */
  readonly closed: Promise<void>;
  private readonly child: ChildProcess;
  private ending?: Promise<void>;

  /** Throws where it can't even be tried. */
  constructor({ command, args, env, cwd }: McpProcess) {
    this.child = spawn(command, args, { cwd, env: { ...getDefaultEnvironment(), ...env }, stdio: 'pipe', detached: true });
    this.started = once(this.child, 'spawn');
    this.closed = new Promise((resolve) => this.child.once('close', () => resolve()));
    if (this.child.pid !== undefined) running.add(this);
    // Those it started may hold its pipes, and would do so for ever.
    this.child.once('exit', () => void this.end());
  }

  onError(listener: (error: Error) => void): void {
    this.child.on('error', listener);
    for (const stream of [this.stdin, this.stdout, this.stderr]) stream?.on('error', listener);
  }

  get stdin() {
    return this.child.stdin;
  }

  get stdout() {
    return this.child.stdout;
  }

  get stderr() {
    return this.child.stderr;
  }

  /** Ends its input; sends SIGTERM where it doesn't end by itself, and SIGKILL soon after. All who call this wait for the same end. */
  end(): Promise<void> {
    this.ending ??= this.endAll();
    return this.ending;
  }

  private async endAll(): Promise<void> {
    if (this.child.pid === undefined) return;
    this.stdin?.end();
    if (!(await settlesWithin(LEAVES_WITHIN_MS, this.closed))) {
      this.signal('SIGTERM');
      await settlesWithin(HEEDS_WITHIN_MS, this.closed);
    }
    this.kill();
    this.stdout?.destroy();
    this.stderr?.destroy();
    await this.closed;
  }

  /** At once and for good: also those of its group that hold none of its pipes. */
  kill(): void {
    running.delete(this);
    this.signal('SIGKILL');
  }

  private signal(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.child.pid!, signal);
    } catch {
      // Nothing of it is left.
    }
  }
}
