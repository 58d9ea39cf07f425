// .parley/start.json: that a start runs, who it is, and which children it has. It is the lock against a second one, and tells
// the next one what a killed one left behind.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquire, isHeld, read, release, rewrite } from '../lock/file-lock.cjs';

const LOOK_EVERY_MS = 50;

export class StartRecord {
  #content = {};

  constructor(dataDir) {
    this.file = path.join(dataDir, 'start.json');
  }

  /**
   * True when this process holds it now; the children that a dead holder had written down are then `children`.
   * False when another one holds it (`holder`). `purpose`: `start` (default), `clear` or `reset`.
   */
  take(purpose = 'start') {
    const keep = (previous) => (this.#content = { purpose, since: new Date().toISOString(), children: previous?.children ?? [] });
    return acquire(this.file, keep) === undefined;
  }

  /** As `take`, once those that hold it only for a moment have let go. */
  async takeSoon(purpose) {
    while (!this.take(purpose)) {
      if (this.holder?.purpose === 'start') return false;
      await sleep(LOOK_EVERY_MS);
    }
    return true;
  }

  /** What the holder, dead or alive, wrote; undefined where there is none. */
  get holder() {
    return read(this.file);
  }

  get isHeld() {
    return isHeld(this.file);
  }

  get children() {
    return this.#content.children ?? [];
  }

  /** Changes what is written down, for the holder only: `children`, `url`. */
  write(change) {
    this.#content = { ...this.#content, ...change };
    rewrite(this.file, this.#content);
  }

  release() {
    release(this.file);
  }
}
