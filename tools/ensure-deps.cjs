// Runs before `npm start` and `npm test`: installs the dependencies when package-lock.json is not what is installed.
// Runs on a bare machine: CommonJS, Node >= 16, nothing but Node's own modules.
const { spawnSync } = require('node:child_process');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const lock = require('./lock/file-lock.cjs');

const ROOT = path.resolve(__dirname, '..');
const at = (...parts) => path.join(ROOT, ...parts);
const STAMP = at('node_modules/.parley-lock-hash');
const LOCK = at('.parley/install.lock');
const say = (text) => console.log(`parley: ${text}`);

main();

function main() {
  // `npm ci` runs lifecycle scripts; should one of them come back here, the outer call does the work.
  if (process.env.PARLEY_INSTALLING) return;
  const hash = crypto
    .createHash('sha256')
    .update(fs.readFileSync(at('package-lock.json')))
    .digest('hex');
  if (isStamped(hash)) return;
  if (isInstalled()) return stamp(hash, 'the dependencies are installed already');
  const running = lock.read(at('.parley/start.json'));
  if (lock.isHeld(at('.parley/start.json')) && running) {
    fail(
      `package-lock.json has changed, and Parley runs from the installed dependencies (pid ${running.pid}). Stop it first (Ctrl-C), then try again.`,
    );
  }
  waitForLock();
  try {
    if (isStamped(hash)) return; // another one installed them meanwhile
    install(hash);
  } finally {
    lock.release(LOCK);
  }
}

function isStamped(hash) {
  try {
    return fs.readFileSync(STAMP, 'utf8').trim() === hash;
  } catch {
    return false;
  }
}

/** npm's own record of what lies in node_modules agrees with package-lock.json: after `npm install` by hand there is nothing to do. */
function isInstalled() {
  try {
    const packagesOf = (file) => JSON.parse(fs.readFileSync(at(file), 'utf8')).packages;
    const installed = packagesOf('node_modules/.package-lock.json');
    const isSame = ([name, wanted]) => {
      const found = installed[name];
      if (!found) return name === '' || Boolean(wanted.optional);
      return ['version', 'resolved', 'integrity', 'link'].every((key) => found[key] === wanted[key]);
    };
    return Object.entries(packagesOf('package-lock.json')).every(isSame);
  } catch {
    return false;
  }
}

function waitForLock() {
  let told = false;
  for (;;) {
    const holder = lock.acquire(LOCK);
    if (!holder) return;
    if (!told) say(`waiting for another installation of the dependencies (pid ${holder.pid})`);
    told = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

function install(hash) {
  say('installing the dependencies (npm ci) …');
  const began = Date.now();
  // The compiler is a development dependency: NODE_ENV=production must not leave it out.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--no-progress'];
  const ownNpm = process.env.npm_execpath; // the npm that called us
  const [command, first] = ownNpm && /npm-cli\.[cm]?js$/.test(ownNpm) ? [process.execPath, [ownNpm]] : ['npm', []];
  const env = { ...process.env, PARLEY_INSTALLING: '1' };
  const result = spawnSync(command, [...first, ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 << 20,
  });
  if (result.status !== 0) {
    process.stderr.write(Buffer.concat([result.stdout || Buffer.alloc(0), result.stderr || Buffer.alloc(0)]));
    fail(
      `npm ci failed (${result.error ? result.error.message : result.signal || `exit ${result.status}`}); what it said is above`,
    );
  }
  requireNode();
  stamp(hash, `dependencies installed in ${Math.round((Date.now() - began) / 1000)} s`);
}

/** The package `node` brings the Node that everything runs on; its install script fetches it. */
function requireNode() {
  if (fs.existsSync(at('node_modules/node/bin/node')) || Number(process.versions.node.split('.')[0]) >= 24) return;
  fail(
    'npm left out the install script of the package node (ignore-scripts is set). Run: npm rebuild node --ignore-scripts=false',
  );
}

function stamp(hash, what) {
  fs.writeFileSync(STAMP, `${hash}\n`);
  say(what);
}

function fail(text) {
  lock.release(LOCK);
  console.error(`parley: ${text}`);
  process.exit(1);
}
