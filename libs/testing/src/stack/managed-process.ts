import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface ProcessSpec {
  /** Unique in its stack: `gateway-0`. */
  name: string;
  command: string;
  args: readonly string[];
  /** All of it: nothing is inherited. */
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** Whether it does its work now; asked until it does. */
  isReady: () => Promise<boolean>;
}

/** How a process ended: by itself with a code, or by a signal. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

const ENDING: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGKILL'];
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 25;
/** How long a process may take to leave by itself before it is ended the hard way. */
const LEAVES_WITHIN_MS = 10_000;

/** A program that a test starts, kills and starts again. Everything it prints is kept. */
export class ManagedProcess {
  #log = '';
  #child?: ChildProcess;
  #exited: Promise<Exit> = Promise.resolve({ code: null, signal: null });
  #isToldToEnd = false;
  #diedWith?: Exit;

  constructor(readonly spec: ProcessSpec) {}

  get name(): string {
    return this.spec.name;
  }

  /** What it has printed since the first start, both streams in the order of arrival. */
  get log(): string {
    return this.#log;
  }

  get pid(): number {
    if (!this.#child?.pid || !this.isRunning) throw new Error(`${this.name} does not run`);
    return this.#child.pid;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** How the latest start ended; pending while it runs. */
  get exited(): Promise<Exit> {
    return this.#exited;
  }

  /** How it ended without being told to, if it ever did. */
  get diedWith(): Exit | undefined {
    return this.#diedWith;
  }

  /** Starts it, and resolves when it is ready. Rejects with what it printed where it ends or is not ready in time. */
  async start(): Promise<void> {
    this.launch();
    await this.untilReady();
  }

  /** Starts it without waiting for anything. */
  launch(): void {
    if (this.isRunning) throw new Error(`${this.name} runs already`);
    const { command, args, env, cwd, name } = this.spec;
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    this.#isToldToEnd = false;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.#log += text));
    const pidFile = path.join(cwd, `${name}.pid`);
    if (child.pid !== undefined) writeFileSync(pidFile, String(child.pid));
    // `close`, not `exit`: by then all it has printed is here.
    this.#exited = once(child, 'close').then(([code, signal]) => {
      rmSync(pidFile, { force: true });
      const exit = { code: code as number | null, signal: signal as NodeJS.Signals | null };
      if (!this.#isToldToEnd) this.#diedWith = exit;
      return exit;
    });
    this.#exited.catch((error: unknown) => (this.#log += `cannot be started: ${String(error)}\n`));
  }

  async untilReady(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await this.spec.isReady())) {
      if (!this.isRunning) throw new Error(`${this.name} ended before it was ready:\n${this.#log}`);
      if (Date.now() > deadline) throw new Error(`${this.name} was not ready after ${READY_WITHIN_MS} ms:\n${this.#log}`);
      await delay(LOOK_EVERY_MS);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#isToldToEnd ||= ENDING.includes(signal);
    process.kill(this.pid, signal);
  }

  /** SIGKILL; resolves when it is gone. Nothing happens where it does not run. */
  async kill(): Promise<void> {
    if (this.isRunning) this.signal('SIGKILL');
    await this.#exited;
  }

  /** SIGTERM; resolves with how it left. Rejects where it had to be killed. */
  async terminate(): Promise<Exit> {
    if (this.isRunning) this.signal('SIGTERM');
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      void this.kill();
    }, LEAVES_WITHIN_MS);
    const exit = await this.#exited;
    clearTimeout(limit);
    if (isLate) throw new Error(`${this.name} was still there ${LEAVES_WITHIN_MS} ms after SIGTERM:\n${this.#log}`);
    return exit;
  }

  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }
}
