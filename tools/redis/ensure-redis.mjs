// Makes sure that the program redis-server is on this machine.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Its message is written for the person at the terminal. */
export class RedisMissing extends Error {}

/** Debian keeps some programs out of a user's path. */
const PATH = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/local/bin', '/usr/bin'].filter(Boolean);

/**
 * The path of redis-server. Where it is missing, root on a Debian-like system gets it installed; anyone else gets `RedisMissing`,
 * which says what to do. `folders`: where programs lie.
 */
export function ensureRedis({ say, folders = PATH, isRoot = process.getuid?.() === 0 }) {
  const found = findProgram('redis-server', folders);
  if (found) return found;
  const apt = findProgram('apt-get', folders);
  if (!isRoot || !apt) throw new RedisMissing(`Redis is missing (no program redis-server). ${advice(apt)}`);
  say('Redis is missing; installing the package redis-server (apt-get install) …');
  const failure = install(apt);
  const installed = findProgram('redis-server', folders);
  if (!installed) throw new RedisMissing(`the package redis-server could not be installed:\n${failure}\n${advice(apt)}`);
  say(`installed ${installed}`);
  return installed;
}

/** Without package lists, or with old ones, the first try fails: then they are fetched. Returns what the last failure said. */
function install(program) {
  const apt = (...args) => {
    const options = {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    };
    const { status, stdout, stderr, error } = spawnSync(program, ['-o', 'DPkg::Lock::Timeout=120', ...args], options);
    if (status === 0) return undefined;
    return (
      [stdout, stderr, error?.message].filter(Boolean).join('\n').trimEnd().split('\n').slice(-15).join('\n') || `exit ${status}`
    );
  };
  const installPackage = () => apt('install', '-y', '--no-install-recommends', 'redis-server');
  return installPackage() && (apt('update') ?? installPackage());
}

function advice(apt) {
  return `${wayToInstall(apt)}, or set REDIS_URL to a Redis that runs already (in .env beside package.json, or in the environment).`;
}

function wayToInstall(apt) {
  if (apt) return 'Install it with `sudo apt-get install redis-server`';
  if (process.platform === 'darwin') return 'Install it with `brew install redis`';
  return "Install it with your system's package manager (the package is called redis)";
}

function findProgram(name, folders) {
  return folders.map((folder) => path.join(folder, name)).find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
