// A lock that names its holder. Plain CommonJS: tools/ensure-deps.cjs runs it under an old Node.
const fs = require('node:fs');
const path = require('node:path');
const { identityOf, isAlive } = require('./process-identity.cjs');

/** A file without readable content is one that its holder is just writing; so long, and it is one that its writer died over. */
const UNWRITTEN_MS = 3000;

/**
 * Takes the lock for this process: `file` holds its pid and start time, and what `keep(previous)` gives (called once for each try).
 * Returns undefined when it is ours now, otherwise the holder's content: the loser of a race is told who won.
 * A dead holder's lock is taken over; `keep` then sees what it had written (undefined when the lock was free).
 */
function acquire(file, keep = () => ({})) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const content = (previous) => JSON.stringify({ ...keep(previous), ...identityOf(process.pid) });
  if (created(file, content(undefined))) return undefined;
  if (isHeld(file)) return read(file) || {};
  // Only one may replace a dead holder's lock at a time, and looks again first: nobody's fresh lock is ever overwritten.
  const guard = `${file}.takeover`;
  if (ageMs(guard) > UNWRITTEN_MS) fs.rmSync(guard, { force: true });
  if (!created(guard, '')) return read(file) || {};
  try {
    if (!fs.existsSync(file)) return created(file, content(undefined)) ? undefined : read(file) || {};
    if (isHeld(file)) return read(file) || {};
    replace(file, content(read(file)));
    return undefined;
  } finally {
    fs.rmSync(guard, { force: true });
  }
}

/** The holder's content, whether it lives or not; undefined where there is no lock or nothing readable in it. */
function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Whether a living process holds the lock. */
function isHeld(file) {
  const holder = read(file);
  return holder ? isAlive(holder) : ageMs(file) < UNWRITTEN_MS;
}

/** For the holder: changes what the lock says. A reader sees the old content or the new, never half of it. */
function rewrite(file, content) {
  replace(file, JSON.stringify({ ...content, ...identityOf(process.pid) }));
}

/** For the holder; a lock that another process holds stays. */
function release(file) {
  const holder = read(file);
  if (holder && holder.pid === process.pid) fs.rmSync(file, { force: true });
}

function replace(file, text) {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, text);
  fs.renameSync(draft, file);
}

function created(file, text) {
  try {
    fs.writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Infinity where there is no such file. */
function ageMs(file) {
  try {
    return Date.now() - fs.statSync(file).mtimeMs;
  } catch {
    return Infinity;
  }
}

exports.acquire = acquire;
exports.isHeld = isHeld;
exports.read = read;
exports.release = release;
exports.rewrite = rewrite;
