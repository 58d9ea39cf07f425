// The log file of one child. The child writes into it itself (append mode), so that logging costs nothing here and survives a killed start.
import fs from 'node:fs';
import path from 'node:path';

const MAX_BYTES = 20 * 1024 * 1024;

export class LogFile {
  #offset = 0;

  /** Keeps the log of the start before as `<file>.1`. */
  constructor(file) {
    this.file = file;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if (fs.existsSync(file)) fs.renameSync(file, `${file}.1`);
  }

  /** A descriptor for a child's output, for the caller to close; `tail` begins here. */
  open() {
    const fd = fs.openSync(this.file, 'a');
    this.#offset = fs.fstatSync(fd).size;
    return fd;
  }

  /** The last lines since the latest `open`. */
  tail(lines = 20) {
    const size = fs.existsSync(this.file) ? fs.statSync(this.file).size : 0;
    const from = Math.max(Math.min(this.#offset, size), size - 64 * 1024);
    const buffer = Buffer.alloc(size - from);
    if (!buffer.length) return '';
    const fd = fs.openSync(this.file, 'r');
    fs.readSync(fd, buffer, 0, buffer.length, from);
    fs.closeSync(fd);
    return buffer.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n');
  }

  /** Moves the content to `<file>.1` once it is too long. The writer holds the file open in append mode, so it is emptied, not renamed. */
  bound(maxBytes = MAX_BYTES) {
    if (!fs.existsSync(this.file) || fs.statSync(this.file).size <= maxBytes) return;
    fs.copyFileSync(this.file, `${this.file}.1`);
    fs.truncateSync(this.file);
    this.#offset = 0;
  }
}
