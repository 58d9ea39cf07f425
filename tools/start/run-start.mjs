// The whole of `npm start`: check, build, bring up, tell, keep up, take down.
import path from 'node:path';
import { build } from '../build.mjs';
import { ensureRedis } from '../redis/ensure-redis.mjs';
import { ownRedis, redisAnswers } from '../redis/own-redis.mjs';
import { appSpecs, WAVE } from './apps.mjs';
import { CannotStart, explain, refuse } from './cannot-start.mjs';
import { startDeadman } from './deadman.mjs';
import { appEnvironment, reachableHost, readEnvironment } from './environment.mjs';
import { internalToken } from './internal-token.mjs';
import { clearLeftovers } from './leftovers.mjs';
import { neededPorts, portProblems, portsOf, takenPorts } from './ports.mjs';
import { allReady } from './readiness.mjs';
import { StartRecord } from './start-record.mjs';
import { stopSignals } from './stop-signals.mjs';
import { Supervisor } from './supervisor.mjs';
import { welcome, withoutSecrets } from './welcome.mjs';

const DRAIN_TIMEOUT_MS = 25_000;
/** An app that keeps to DRAIN_TIMEOUT_MS ends by itself before this is added to it. */
const DRAIN_MARGIN_MS = 1000;

/**
 * Runs Parley from `root` until a signal ends it. Resolves with the exit code: 0 after a signal, else the reason was said.
 * `apps`, `compile`: what is run and how it is built, for tests.
 */
export async function runStart({ root, processEnv = process.env, say, apps = appSpecs, compile = build }) {
  const env = readEnvironment(root, processEnv);
  const data = path.join(root, '.parley');
  const record = new StartRecord(data);
  const needed = neededPorts(env);
  try {
    refuse(portProblems(needed));
    if (!(await record.takeSoon('start'))) throw new CannotStart(alreadyRuns(record.holder));
  } catch (error) {
    return explain(error, say);
  }
  const start = { root, env, data, needed, record, say, apps, compile };
  try {
    return await runHeld(start);
  } catch (error) {
    return explain(error, say);
  } finally {
    record.release();
  }
}

/** Everything that happens while this process holds the record. */
async function runHeld(start) {
  const { env, data, needed, record, say } = start;
  let exitCode = 0;
  const stop = stopSignals(() => supervisor.kill());
  const fail = (code) => {
    exitCode = code;
    stop.abort();
  };
  // A fault of our own (no room on the disk, a deleted folder) must not leave children behind that nobody watches.
  process.on('uncaughtException', (error) => fail(explain(error, say)));
  const supervisor = new Supervisor({
    logs: path.join(data, 'logs'),
    record: (children) => record.write({ children }),
    say,
    fail,
  });
  const cleared = await clearLeftovers(record.children);
  if (cleared.length) say(`ended what a killed start had left running: ${cleared.join(', ')}`);
  record.write({ children: [] });
  refuse(await takenPorts(needed));
  const callOffDeadman = startDeadman(data);
  try {
    await bringUp(start, supervisor, stop.signal);
    await aborted(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    if (supervisor.identities().length) say('stopping; running answers may finish (Ctrl-C once more ends them) …');
    await supervisor.stop((Number(env.DRAIN_TIMEOUT_MS) || DRAIN_TIMEOUT_MS) + DRAIN_MARGIN_MS);
    callOffDeadman();
  }
  if (exitCode === 0) say('stopped');
  return exitCode;
}

async function bringUp({ root, env, data, needed, record, say, apps, compile }, supervisor, signal) {
  const program = env.REDIS_URL ? undefined : ensureRedis({ say });
  await compiled(compile, root, say, signal);
  const ports = portsOf(needed);
  const appEnv = appEnvironment(env, ports, env.INTERNAL_TOKEN || internalToken(data));
  if (program) {
    supervisor.start(
      ownRedis({ program, port: ports.PARLEY_REDIS_PORT, dataDir: data, env: processEnvOf(env), wave: WAVE.redis }),
    );
    await redisAnswers(ports.PARLEY_REDIS_PORT, signal);
  }
  const ownModel = Boolean(env.MODEL_BASE_URL);
  for (const spec of apps({ root, env: appEnv, ownModel })) supervisor.start(spec);
  const url = `http://${reachableHost(env.HOST)}:${ports.GATEWAY_PORT}`;
  record.write({ url });
  await allReady(readyChecks(url, ports), { say, signal });
  const redis = program ? path.join(data, 'redis') : `in Redis at ${withoutSecrets(env.REDIS_URL)}`;
  say(await welcome({ url, env: appEnv, ownModel, redis, paths: { data, logs: path.join(data, 'logs') } }));
}

/** The gateway is ready only when all behind it are; the others are asked to know whom it waits for. */
const readyChecks = (url, ports) => [
  { name: 'session-store', url: `http://127.0.0.1:${ports.SESSION_STORE_HTTP_PORT}/readyz` },
  { name: 'ai-engine', url: `http://127.0.0.1:${ports.ENGINE_PORT}/readyz` },
  { name: 'consultations-gateway', url: `${url}/readyz` },
];

async function compiled(compile, root, say, signal) {
  say('building what has changed …');
  const { code, output } = await compile({ root, signal });
  signal.throwIfAborted();
  if (code !== 0) throw new CannotStart(`the build failed:\n${output.trimEnd()}`);
}

const processEnvOf = ({ PATH, HOME, LANG, TMPDIR }) => ({ PATH, HOME, LANG, TMPDIR });

function alreadyRuns({ pid, url, since } = {}) {
  return `Parley already runs from this folder${url ? ` at ${url}` : ''} (pid ${pid}, since ${since}). Stop it with Ctrl-C in its terminal, or with: kill ${pid}`;
}

const aborted = (signal) =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', resolve, { once: true })));
