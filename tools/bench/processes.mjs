// The processes under measurement: each is started here, and its CPU and memory are read from /proc.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

export const newLogDir = () => fs.mkdtempSync(path.join(os.tmpdir(), 'parley-bench-'));

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

export class Process {
  constructor(name, command, args, { env = {}, cwd, logDir }) {
    this.name = name;
    this.logFile = path.join(logDir, `${name}.log`);
    const log = fs.openSync(this.logFile, 'w');
    this.child = spawn(command, args, {
      cwd,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    this.exited = new Promise((resolve) => this.child.once('exit', resolve));
  }

  /** Ms of CPU used so far by all its threads, user and system. */
  cpuMs() {
    const tasks = `/proc/${this.child.pid}/task`;
    const nsOf = (task) => Number(fs.readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
    return fs.readdirSync(tasks).reduce((sum, task) => sum + nsOf(task), 0) / 1e6;
  }

  rssMb() {
    const kb = Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${this.child.pid}/status`, 'utf8'))?.[1] ?? 0);
    return kb / 1024;
  }

  async ready(url, timeoutMs = 20_000) {
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (this.child.exitCode !== null) break;
      const ok = await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ok) return this;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(
      `${this.name} is not ready; its log ends:\n${fs.readFileSync(this.logFile, 'utf8').split('\n').slice(-15).join('\n')}`,
    );
  }

  async stop() {
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 5000);
    await this.exited;
    clearTimeout(timer);
  }
}

/** An empty Redis. `appendonly`: it keeps an append-only file, as it should in production. */
export async function startRedis(logDir, { appendonly = false } = {}) {
  const port = await freePort();
  const keeping = ['--save', '', '--appendonly', appendonly ? 'yes' : 'no', '--appendfsync', 'everysec', '--dir', logDir];
  const redis = new Process('redis', 'redis-server', ['--port', String(port), '--bind', '127.0.0.1', ...keeping], { logDir });
  for (let tries = 0; tries < 200; tries++) {
    const open = await new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(true) || socket.destroy()).once('error', () => resolve(false));
    });
    if (open) return { redis, url: `redis://127.0.0.1:${port}` };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('redis-server does not start');
}
