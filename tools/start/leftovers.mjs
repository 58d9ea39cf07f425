// Ends what a killed start left running.
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../lock/process-identity.cjs';

const LOOK_EVERY_MS = 20;

/**
 * Ends those of `children` (`{ name, wave, pid, startTime }`) that still run, wave after wave: a chance to save, then SIGKILL
 * after `graceMs`. Returns the names of those it found. Two that do so at once do no harm to each other, nor to a later process with an old pid.
 */
export async function clearLeftovers(children, graceMs = 3000) {
  const alive = children.filter(isAlive);
  const waves = Object.groupBy(alive, ({ wave }) => wave);
  for (const wave of Object.keys(waves)
    .map(Number)
    .sort((a, b) => a - b)) {
    await Promise.all(waves[wave].map((child) => end(child, graceMs)));
  }
  return alive.map(({ name }) => name);
}

async function end(child, graceMs) {
  signal(child, child.pid, 'SIGTERM');
  if (await isGone(child, graceMs)) return;
  signal(child, -child.pid, 'SIGKILL');
  await isGone(child, graceMs);
}

function signal(child, target, name) {
  try {
    if (isAlive(child)) process.kill(target, name);
  } catch {
    // gone in the meantime
  }
}

async function isGone(child, withinMs) {
  const deadline = performance.now() + withinMs;
  while (isAlive(child)) {
    if (performance.now() > deadline) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}
