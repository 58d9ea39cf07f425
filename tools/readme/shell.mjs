// The second terminal of a walk-through: one bash that keeps its variables from one block to the next.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export class Shell {
  #bash;
  #said = '';
  #onSaid = () => {};

  /** `cwd`: where it stands. `scratch`: a folder for its own files. */
  constructor({ cwd, scratch }) {
    const env = { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}` };
    this.scratch = scratch;
    this.#bash = spawn('bash', ['--noprofile', '--norc'], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#bash.stdout.setEncoding('utf8').on('data', (text) => {
      this.#said += text;
      this.#onSaid();
    });
  }

  /** Runs a block as if it were pasted. Resolves with what it printed and the exit code of its last command; rejects after `limitMs`. */
  async run(text, limitMs) {
    const file = path.join(this.scratch, 'block.sh');
    const mark = `end of ${randomUUID()}:`;
    writeFileSync(file, `${text}\n`);
    this.#said = '';
    this.#bash.stdin.write(`source '${file}' </dev/null; echo "${mark}$?"\n`);
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(`still running after ${limitMs} ms; so far:\n${this.#said}`)), limitMs);
      this.#onSaid = () => {
        const end = new RegExp(`${mark}(\\d+)\\n$`).exec(this.#said);
        if (!end) return;
        clearTimeout(limit);
        resolve({ printed: this.#said.slice(0, end.index), code: Number(end[1]) });
      };
      this.#onSaid();
    });
  }

  end() {
    this.#bash.kill('SIGKILL');
  }
}
