// All children of one start, and their order at the end.
import path from 'node:path';
import { Child } from './child.mjs';
import { LogFile } from './log-file.mjs';

const LOG_CHECK_MS = 5000;
/** A later wave gets this long even where the earlier ones used up the time. */
const LEAST_GRACE_MS = 5000;
const SHOW_LOG_AT_FAILURE = 3;

export class Supervisor {
  #children = [];
  #logCheck;

  /**
   * logs: the folder of the log files. record(children): writes down who runs, called at once after each spawn.
   * say(text): one line for the person at the terminal. fail(exitCode): a child's configuration is wrong, nothing can go on.
   */
  constructor({ logs, record, say, fail }) {
    Object.assign(this, { logs, record, say, fail });
    this.#logCheck = setInterval(() => this.#children.forEach(({ log }) => log.bound()), LOG_CHECK_MS).unref();
  }

  start(spec) {
    const log = new LogFile(path.join(this.logs, `${spec.name}.log`));
    const child = new Child(spec, log, {
      spawned: () => this.record(this.identities()),
      died: (death) => this.#tellDeath(spec, log, death),
      misconfigured: (code) => {
        this.say(`${spec.name} cannot run with this configuration (exit ${code}). It says:\n${indent(log.tail())}`);
        this.fail(code);
      },
    });
    this.#children.push(child);
    child.start();
  }

  #tellDeath({ name }, log, { code, signal, delayMs, failures }) {
    this.say(`${name} ended (${signal ?? `exit ${code}`}), starting it again in ${delayMs / 1000} s; log: ${log.file}`);
    if (failures === SHOW_LOG_AT_FAILURE) this.say(`${name} keeps ending. Its log says:\n${indent(log.tail())}`);
  }

  /** `{ name, wave, pid, startTime }` of all that run. */
  identities() {
    return this.#children
      .filter(({ identity }) => identity)
      .map(({ spec: { name, wave }, identity }) => ({ name, wave, ...identity }));
  }

  /** Ends the waves one after the other, lowest first: whom others need goes last. Takes `graceMs` for all, and a little for each. */
  async stop(graceMs) {
    clearInterval(this.#logCheck);
    const deadline = performance.now() + graceMs;
    const waves = Object.groupBy(this.#children, ({ spec }) => spec.wave);
    for (const wave of Object.keys(waves)
      .map(Number)
      .sort((a, b) => a - b)) {
      const isFirst = wave === Math.min(...Object.keys(waves).map(Number));
      const leftMs = isFirst ? graceMs : Math.max(deadline - performance.now(), LEAST_GRACE_MS);
      await Promise.all(waves[wave].map((child) => this.#stopOne(child, leftMs)));
    }
  }

  async #stopOne(child, graceMs) {
    if (await child.stop(graceMs))
      this.say(`${child.spec.name} had not ended after ${Math.round(graceMs / 100) / 10} s and was killed`);
  }

  /** For someone who does not want to wait for `stop`: ends at once whatever does not have to save data first. */
  kill() {
    this.#children.filter(({ spec }) => !spec.holdsData).forEach((child) => child.kill());
  }
}

const indent = (text) => (text || '(nothing)').replace(/^/gm, '    ');
