import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that the system gives to outgoing connections, which could take one while its owner is being restarted. */
const FIRST = 27_000;
const COUNT = 5_000;

/** Test processes that run side by side look in different places. */
let next = (process.pid * 101) % COUNT;

/** A port of 127.0.0.1 that is free now, and that this process gives to nobody else. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < COUNT; tried += 1) {
    const port = FIRST + (next++ % COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${FIRST} to ${FIRST + COUNT - 1} is free`);
}

export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const listening = once(probe, 'listening').then(
    () => true,
    () => false,
  );
  probe.listen(port, '127.0.0.1');
  if (!(await listening)) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}
