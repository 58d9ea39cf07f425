// One supervised process: started again when it dies, ended when asked.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { constants } from 'node:os';
import { identityOf } from '../lock/process-identity.cjs';
import { failuresAfter, restartDelayMs } from './backoff.mjs';

/** What a program ends with when its configuration is wrong (sysexits' EX_CONFIG): starting it again would not help. */
export const EXIT_CONFIG = 78;

export class Child {
  #process;
  #failures = 0;
  #stopping = false;
  #timer;
  #gone = Promise.resolve();

  /**
   * spec: `{ name, command, args, cwd, env, wave, holdsData? }`. log: its LogFile.
   * on: `spawned()` after each start, `died({ code, signal, delayMs, failures })` before each restart,
   * `misconfigured(code)` instead, after which it stays down.
   */
  constructor(spec, log, on) {
    Object.assign(this, { spec, log, on });
  }

  /** Pid and start time while it runs. */
  get identity() {
    return this.#process?.pid ? this.#identity : undefined;
  }
  #identity;

  start() {
    const { command, args, cwd, env } = this.spec;
    const fd = this.log.open();
    const began = performance.now();
    // A process group of its own: Ctrl-C in the terminal reaches only the supervisor, which ends its children in order.
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', fd, fd] });
    fs.closeSync(fd);
    this.#process = child;
    this.#identity = identityOf(child.pid);
    this.#gone = new Promise((resolve) => {
      const ended = (code, signal) => {
        this.#process = undefined;
        resolve();
        if (!this.#stopping) this.#afterDeath(code, signal, performance.now() - began);
      };
      child.once('exit', ended);
      child.once('error', (error) => {
        if (child.pid !== undefined) return; // a signal that could not be sent; `exit` is still to come
        fs.appendFileSync(this.log.file, `cannot start ${command}: ${error.message}\n`);
        ended(127, null);
      });
    });
    if (child.pid !== undefined) this.on.spawned();
  }

  #afterDeath(code, signal, livedMs) {
    if (code === EXIT_CONFIG) return this.on.misconfigured(code);
    const delayMs = restartDelayMs(failuresAfter(this.#failures, livedMs));
    this.#failures = failuresAfter(this.#failures, livedMs);
    this.on.died({ code, signal, delayMs, failures: this.#failures });
    this.#timer = setTimeout(() => this.start(), delayMs);
  }

  /** Asks it to end, and ends it after `graceMs` if it has not. Resolves, when it is gone, with whether it had to be killed. */
  async stop(graceMs) {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const running = this.#process;
    if (!running) return false;
    let wasKilled = false;
    const kill = setTimeout(() => (wasKilled = killGroup(running.pid)), graceMs);
    running.kill('SIGTERM');
    await this.#gone;
    clearTimeout(kill);
    return wasKilled;
  }

  /** Ends it at once, while `stop` waits for it. */
  kill() {
    if (this.#process) killGroup(this.#process.pid);
  }
}

function killGroup(pid) {
  try {
    process.kill(-pid, constants.signals.SIGKILL);
    return true;
  } catch {
    return false; // gone in the meantime
  }
}
