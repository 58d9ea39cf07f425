// The processes of a whole Parley on one machine.
import path from 'node:path';

const LOOPBACK = '127.0.0.1';

/** Who is ended first: streams end well only while engine and store still answer, and all of them need Redis. */
export const WAVE = { gateway: 1, engine: 2, store: 3, redis: 4 };

/** `env`: as `appEnvironment` gives it. `ownModel`: a model of the user's own is set, the demo model is not needed. */
export function appSpecs({ root, env, ownModel }) {
  const app = (name, wave, appEnv) => ({
    name,
    wave,
    command: process.execPath,
    args: [path.join('apps', name, 'dist/main.js')],
    cwd: root,
    env: appEnv,
  });
  // HOST opens the gateway to other machines; what only it talks to stays on this one.
  const internal = { ...env, HOST: LOOPBACK };
  return [
    ...(ownModel ? [] : [app('demo-model', WAVE.store, internal)]),
    app('session-store', WAVE.store, internal),
    app('ai-engine', WAVE.engine, internal),
    app('consultations-gateway', WAVE.gateway, env),
  ];
}
