// Makes sure that a program is on this machine.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Its message is written for the person at the terminal. */
export class ProgramMissing extends Error {}

/** Debian keeps some programs out of a user's path. */
const PATH = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/local/bin', '/usr/bin'].filter(Boolean);

/**
 * The path of a program. Where it is missing, root on a Debian-like system gets it installed; anyone else gets `Missing`, which
 * says what to do. `wanted`: `{ title, names, aptPackage, brewPackage, otherPackage, orElse }`, the names of the program in the
 * order of preference. `folders`: where programs lie.
 */
export function ensureProgram(wanted, { say, folders = PATH, isRoot = process.getuid?.() === 0, Missing = ProgramMissing }) {
  const { title, names, aptPackage } = wanted;
  const found = findProgram(names, folders);
  if (found) return found;
  const apt = findProgram(['apt-get'], folders);
  const advice = `${wayToInstall(wanted, apt)}, or ${wanted.orElse}.`;
  if (!isRoot || !apt) throw new Missing(`${title} is missing (no program ${names[0]}). ${advice}`);
  say(`${title} is missing; installing the package ${aptPackage} (apt-get install) …`);
  const failure = install(apt, aptPackage);
  const installed = findProgram(names, folders);
  if (!installed) throw new Missing(`the package ${aptPackage} could not be installed:\n${failure}\n${advice}`);
  say(`installed ${installed}`);
  return installed;
}

/** Without package lists, or with old ones, the first try fails: then they are fetched. Returns what the last failure said. */
function install(program, aptPackage) {
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
  const installPackage = () => apt('install', '-y', '--no-install-recommends', aptPackage);
  return installPackage() && (apt('update') ?? installPackage());
}

function wayToInstall({ aptPackage, brewPackage, otherPackage }, apt) {
  if (apt) return `Install it with \`sudo apt-get install ${aptPackage}\``;
  if (process.platform === 'darwin') return `Install it with \`brew install ${brewPackage}\``;
  return `Install it with your system's package manager (the package is called ${otherPackage})`;
}

function findProgram(names, folders) {
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
