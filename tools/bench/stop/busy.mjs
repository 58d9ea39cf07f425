// How busy each process is over a while, and Redis's slow commands.
import { Redis } from 'ioredis';

const SLOW_US = 2000;
/** Of prom-client's histogram, which counts its own period as delay. */
const PERIOD_MS = 10;

/**
 * Begins; the returned function ends, with `rows` of `{ process, 'CPU %', 'loop late p99 ms' }` and `slow`, a sentence.
 * Reading a service's lag begins it anew.
 */
export async function busyProcesses({ processes, probes, model, redisUrl }) {
  const redis = new Redis(redisUrl);
  await redis.config('SET', 'slowlog-log-slower-than', SLOW_US);
  await redis.slowlog('RESET');
  const all = [...processes, model.process];
  const cpu = () => new Map(all.map((each) => [each.name, each.cpuMs()]));
  await lags(probes);
  const before = cpu();
  const startedAt = performance.now();
  return async () => {
    const after = cpu();
    const ms = performance.now() - startedAt;
    const lag = await lags(probes);
    const slow = await slowest(redis);
    redis.disconnect();
    const rows = all.map(({ name }) => ({
      process: name,
      'CPU %': (((after.get(name) - before.get(name)) / ms) * 100).toFixed(0),
      'loop late p99 ms': lag.get(name)?.toFixed(1),
    }));
    return { rows, slow };
  };
}

async function slowest(redis) {
  const entries = (await redis.slowlog('GET', -1)).map(([, , us, [command]]) => ({ us, command }));
  const names = [...new Set(entries.map(({ command }) => command))];
  const worst = entries.reduce((most, { us }) => Math.max(most, us), 0) / 1000;
  return entries.length === 0 ? 'none' : `${entries.length} (${names.join(', ')}), the slowest ${worst.toFixed(1)} ms`;
}

async function lags(probes) {
  const read = async ({ name, url }) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const seconds = Number(/^nodejs_eventloop_lag_p99_seconds(?:\{.*\})? (\S+)/m.exec(text)?.[1]);
    return [name, Math.max(0, seconds * 1000 - PERIOD_MS)];
  };
  return new Map(await Promise.all(probes.map(read)));
}
