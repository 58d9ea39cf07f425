// Tells a process from a later one that was given the same pid. Plain CommonJS: tools/ensure-deps.cjs runs it under an old Node.
const fs = require('node:fs');
const { spawnSync } = require('node:child_process');

/** When process `pid` began (an opaque text), or undefined where there is none. A zombie counts as gone. */
function startTimeOf(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return fs.existsSync('/proc/self/stat') ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid) {
  try {
    // Field 22; the second one, the program's name, may hold blanks and parentheses.
    const fields = fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function fromPs(pid) {
  const out = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout || '';
  const [state, ...began] = out.trim().split(/\s+/);
  return !state || state.startsWith('Z') ? undefined : began.join(' ');
}

/** What to write down about a running process, so that `isAlive` can answer later. */
function identityOf(pid) {
  return { pid, startTime: startTimeOf(pid) };
}

/** Whether the very process that was written down still runs. */
function isAlive(identity) {
  return Boolean(identity) && identity.startTime !== undefined && startTimeOf(identity.pid) === identity.startTime;
}

exports.identityOf = identityOf;
exports.isAlive = isAlive;
exports.startTimeOf = startTimeOf;
