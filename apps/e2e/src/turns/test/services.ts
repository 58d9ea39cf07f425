import { type Env, ManagedProcess, type Stack } from '@parley/testing';
import { LinkGate } from './link-gate.js';

type Kind = 'gateways' | 'engines' | 'stores';

/** A service anew with other settings, on the same port. */
export async function restartWith(stack: Stack, kind: Kind, index: number, env: Env): Promise<void> {
  const old = stack[kind][index]!;
  await old.kill();
  const anew = new ManagedProcess({ ...old.spec, env: { ...old.spec.env, ...env } });
  stack[kind][index] = anew;
  await anew.start();
}

/** The service reaches the first store through the gate from now on. */
export async function gateToStore(stack: Stack, kind: Kind, index: number): Promise<LinkGate> {
  const gate = await LinkGate.start(Number(stack.stores[0]!.spec.env['SESSION_STORE_PORT']));
  await restartWith(stack, kind, index, { SESSION_STORE_URL: `tcp://127.0.0.1:${gate.port}` });
  return gate;
}

/** The service reaches Redis through the gate from now on. */
export async function gateToRedis(stack: Stack, kind: Kind, index: number): Promise<LinkGate> {
  const gate = await LinkGate.start(Number(new URL(stack.redisUrl).port));
  await restartWith(stack, kind, index, { REDIS_URL: `redis://127.0.0.1:${gate.port}` });
  return gate;
}
