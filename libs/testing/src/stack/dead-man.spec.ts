import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEAD_MAN_SCRIPT } from './dead-man.js';

/** What `startDeadMan` does, in a process that the test can kill. */
const HOLDER = `
  const { spawn } = require('node:child_process');
  const script = process.argv[1];
  spawn('sh', ['-c', script, process.argv[2]], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  console.log('ready');
  setInterval(() => undefined, 1000);
`;

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

test('the test run is killed → its processes are ended, and their folder is gone', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-dead-man-'));
  const orphan = spawn('sleep', ['60'], { stdio: 'ignore' });
  await writeFile(path.join(folder, 'orphan.pid'), String(orphan.pid));
  const holder = spawn(process.execPath, ['-e', HOLDER, DEAD_MAN_SCRIPT, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  const ended = once(orphan, 'exit');
  holder.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
  while (await isThere(folder)) await delay(10);
});
