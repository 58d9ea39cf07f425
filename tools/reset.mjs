// `npm run reset`: deletes .parley/, that is, all data, logs and the internal token.
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isHeld } from './lock/file-lock.cjs';
import { clearLeftovers } from './start/leftovers.mjs';
import { StartRecord } from './start/start-record.mjs';

process.exitCode = await reset(path.resolve(import.meta.dirname, '../.parley'), (text) => console.log(`parley: ${text}`));

async function reset(data, say) {
  if (!existsSync(data)) return done(say, 'there is nothing to delete');
  if (isHeld(path.join(data, 'install.lock')))
    return refused(say, 'the dependencies are being installed; try again when that is done');
  const record = new StartRecord(data);
  if (!(await record.takeSoon('reset'))) return refused(say, `Parley runs (pid ${record.holder?.pid}); stop it first (Ctrl-C)`);
  await clearLeftovers(record.children);
  // The record last: it keeps a start away until the rest is gone.
  const names = readdirSync(data).filter((name) => path.join(data, name) !== record.file);
  for (const name of names) rmSync(path.join(data, name), { recursive: true, force: true });
  record.release();
  removeEmpty(data);
  return done(say, `deleted ${data}`);
}

/** A start that has begun since then keeps its folder. */
function removeEmpty(folder) {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error;
  }
}

function done(say, text) {
  say(text);
  return 0;
}

function refused(say, text) {
  say(`not deleted: ${text}`);
  return 1;
}
