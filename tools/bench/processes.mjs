// The processes under measurement: each is started here, and its CPU and memory are read from /proc.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

const TICKS_PER_S = 100; // USER_HZ, the same on every Linux

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
    this.child = spawn(command, args, { cwd, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env }, stdio: ['ignore', log, log] });
    fs.closeSync(log);
    this.exited = new Promise((resolve) => this.child.once('exit', resolve));
  }

  /** Ms of CPU used so far, user and system. */
  cpuMs() {
    const fields = fs.readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_S;
  }

  rssMb() {
    const kb = Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${this.child.pid}/status`, 'utf8'))?.[1] ?? 0);
    return kb / 1024;
  }

  async ready(url, timeoutMs = 20_000) {
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (this.child.exitCode !== null) break;
      const ok = await fetch(url).then((answer) => answer.ok, () => false);
      if (ok) return this;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${this.name} is not ready; its log ends:\n${fs.readFileSync(this.logFile, 'utf8').split('\n').slice(-15).join('\n')}`);
  }

  async stop() {
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 5000);
    await this.exited;
    clearTimeout(timer);
  }
}

export async function startRedis(logDir) {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', logDir];
  const redis = new Process('redis', 'redis-server', args, { logDir });
  for (let tries = 0; tries < 200; tries++) {
    const open = await new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(true) || socket.destroy()).once('error', () => resolve(false));
    });
    if (open) return { redis, url: `redis://127.0.0.1:${port}` };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('redis-server does not start');
}
