import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.js';
import type { LogLine } from './log-lines.js';

const PACKAGE = join(__dirname, '../..');

/** The compiled library is what runs in production: the specs of whole processes run that. */
export const compile = (): void => void execFileSync('tsc', ['-b', PACKAGE], { stdio: 'pipe' });

/** `test/mini-app.mjs` in a process of its own. */
export class MiniApp {
  readonly lines: LogLine[] = [];
  stderr = '';
  private readonly waiting = new Set<() => void>();
  private readonly child: ChildProcess;
  private readonly exited: Promise<number | null>;

  constructor(
    readonly port: number,
    storePort: number,
    env: Record<string, string>,
    cwd: string = __dirname,
  ) {
    const { PATH } = process.env;
    const ports = [String(port), String(storePort)];
    this.child = spawn(process.execPath, [join(PACKAGE, 'test/mini-app.mjs'), ...ports], {
      env: { PATH, ...env },
      stdio: 'pipe',
      cwd,
    });
    this.exited = once(this.child, 'close').then(([code]) => code as number | null);
    this.child.stderr?.on('data', (bytes: Buffer) => (this.stderr += bytes.toString()));
    if (this.child.stdout) createInterface(this.child.stdout).on('line', (line) => this.note(JSON.parse(line) as LogLine));
  }

  static async start(env: Record<string, string>, cwd?: string): Promise<MiniApp> {
    return new MiniApp(await freePort(), await freePort(), env, cwd);
  }

  get pid(): number {
    return this.child.pid ?? -1;
  }

  /** Resolves when this was logged; rejects when the process ends without. */
  async until(msg: string): Promise<void> {
    const said = new Promise<'said'>((resolve) => {
      const look = (): void => {
        if (!this.lines.some((line) => line.msg?.startsWith(msg))) return;
        this.waiting.delete(look);
        resolve('said');
      };
      this.waiting.add(look);
      look();
    });
    const outcome = await Promise.race([said, this.exited]);
    if (outcome !== 'said') throw new Error(`it ended with ${outcome} and never said "${msg}": ${this.stderr}`);
  }

  get(path: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}${path}`);
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** The exit code; null when a signal ended it. */
  exit(): Promise<number | null> {
    return this.exited;
  }

  private note(line: LogLine): void {
    this.lines.push(line);
    for (const look of this.waiting) look();
  }
}
