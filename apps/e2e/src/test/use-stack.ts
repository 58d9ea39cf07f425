import { randomBytes } from 'node:crypto';
import { Stack, type StackOptions } from '@parley/testing';
import { AGENTS_DIR } from './agents-dir.js';

/** How runs get to the engine; clients cannot tell. */
export const TRANSPORTS = ['handoff', 'ndjson'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** A gateway for each transport: 0 for handoff, 1 for ndjson. */
export const ONE_EACH = TRANSPORTS.map((ENGINE_TRANSPORT) => ({ ENGINE_TRANSPORT }));

/** Two gateways for each transport: 0 and 1 for handoff, 2 and 3 for ndjson. */
export const BOTH_TRANSPORTS = TRANSPORTS.flatMap((ENGINE_TRANSPORT) => [{ ENGINE_TRANSPORT }, { ENGINE_TRANSPORT }]);
export const gatewayOf = (transport: Transport, which: 0 | 1 = 0): number => 2 * TRANSPORTS.indexOf(transport) + which;

/** One stack for all tests of a file. `options`: or a function that makes them, right before the start. */
export function useStack(options: StackOptions | (() => Promise<StackOptions>) = {}): () => Stack {
  let stack: Stack | undefined;
  beforeAll(async () => {
    stack = await Stack.up({ agentsDir: AGENTS_DIR, ...(typeof options === 'function' ? await options() : options) });
  }, 60_000);
  afterAll(() => stack?.down());
  afterEach(() => stack?.model.reset());
  return () => {
    if (!stack) throw new Error('the stack is not up');
    return stack;
  };
}

/** A session of which nobody has heard. */
export const newSession = (): string => `s-${randomBytes(8).toString('hex')}`;
