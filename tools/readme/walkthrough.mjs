// Does what a page of the documentation tells its reader to do: its `bash` blocks in order, in two terminals.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeBlocks, isShown } from './code-blocks.mjs';
import { Shell } from './shell.mjs';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const LIMIT_MS = 60_000;
const NPM_START = /^((?:[A-Z_]+=\S+ )*)npm start$/;
/** Where the pages say the gateway is. */
const SHOWN_ADDRESS = '127.0.0.1:3000';
const PORTS = [
  'GATEWAY_PORT',
  'ENGINE_PORT',
  'SESSION_STORE_PORT',
  'SESSION_STORE_HTTP_PORT',
  'DEMO_MODEL_PORT',
  'PARLEY_REDIS_PORT',
];

export class Walkthrough {
  #start;

  /** A folder that looks like a clone, with ports of its own. */
  static async create() {
    const walk = new Walkthrough();
    walk.folder = mkdtempSync(path.join(tmpdir(), 'parley-readme-'));
    walk.root = path.join(walk.folder, 'parley');
    mkdirSync(walk.root);
    for (const name of ['apps', 'node_modules']) symlinkSync(path.join(REPOSITORY, name), path.join(walk.root, name));
    walk.ports = Object.fromEntries(await Promise.all(PORTS.map(async (name) => [name, String(await freePort())])));
    walk.address = `127.0.0.1:${walk.ports.GATEWAY_PORT}`;
    walk.shell = new Shell({ cwd: walk.root, scratch: walk.folder });
    return walk;
  }

  /** Throws at the first block that fails, or prints something else than the `console` block after it shows. */
  async follow(page) {
    const blocks = codeBlocks(readFileSync(path.join(REPOSITORY, page), 'utf8'));
    for (const [index, { lang, text, line }] of blocks.entries()) {
      if (lang !== 'bash') continue;
      const printed = await this.#paste(text).catch((error) => {
        throw new Error(`${page}:${line}: ${error.message}`);
      });
      const next = blocks[index + 1];
      if (next?.lang !== 'console' || isShown(printed, next.text)) continue;
      throw new Error(`${page}:${next.line}: shown is\n${next.text}\n\nbut printed was\n${printed}`);
    }
  }

  async end() {
    await this.#stop();
    this.shell.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #paste(text) {
    const [, settings] = NPM_START.exec(text) ?? [];
    if (settings !== undefined) return this.#restart(settings);
    const { printed, code } = await this.shell.run(text.replaceAll(SHOWN_ADDRESS, this.address), LIMIT_MS);
    if (code !== 0) throw new Error(`exit ${code}, having printed:\n${printed}`);
    return printed.replaceAll(this.address, SHOWN_ADDRESS);
  }

  /** The first terminal: Ctrl-C where something runs, and `npm start` with these settings. */
  async #restart(settings) {
    await this.#stop();
    const { PATH, HOME } = process.env;
    const own = Object.fromEntries(
      settings
        .split(' ')
        .filter(Boolean)
        .map((setting) => setting.split('=', 2)),
    );
    const script = path.join(import.meta.dirname, 'start-elsewhere.mjs');
    const child = spawn(process.execPath, [script, this.root], {
      env: { PATH, HOME, DEMO_MODEL_PACE_MS: '1', ...this.ports, ...own },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#start = child;
    let said = '';
    await new Promise((resolve, reject) => {
      const fail = (why) => reject(new Error(`npm start ${why}; it said:\n${said}`));
      const limit = setTimeout(fail, LIMIT_MS, 'is not ready in time');
      child.once('close', (code) => fail(`ended with ${code}`));
      child.stdout.setEncoding('utf8').on('data', (text) => {
        said += text;
        if (said.includes('Ctrl-C stops everything')) resolve(clearTimeout(limit));
      });
    });
    return said.replaceAll(this.address, SHOWN_ADDRESS);
  }

  async #stop() {
    const child = this.#start;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGINT');
    await once(child, 'close');
  }
}

/** Below the range that the system gives to outgoing connections. */
async function freePort() {
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  const server = net.createServer();
  const isFree = await new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}
