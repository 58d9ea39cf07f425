import type { ThreadId } from '@parley/contracts';
import type { RunnableConfig } from '@langchain/core/runnables';

/** Where in Redis a config points to. An empty `checkpointId` is the latest checkpoint of the namespace. */
export interface CheckpointPlace {
  threadId: ThreadId;
  ns: string;
  checkpointId: string;
}

/** The key in `config.configurable` that carries the writer's `<epoch>:<attempt>`. */
export const FENCE_CONFIG_KEY = 'parley_fence';

const configurableOf = (config: RunnableConfig): Record<string, unknown> => config.configurable ?? {};
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The byte that separates the parts of a Redis field: a namespace that held one could reach into another. */
const SEPARATOR = '\u001f';

/** The place a config names; undefined without a thread. A namespace that can't be a key part is a TypeError. */
export function placeOf(config: RunnableConfig): CheckpointPlace | undefined {
  const { thread_id, checkpoint_ns, checkpoint_id, thread_ts } = configurableOf(config);
  if (text(thread_id) === '') return undefined;
  const place = {
    threadId: text(thread_id) as ThreadId,
    ns: text(checkpoint_ns),
    checkpointId: text(checkpoint_id) || text(thread_ts),
  };
  if (`${place.ns}${place.checkpointId}`.includes(SEPARATOR))
    throw new TypeError('a checkpoint namespace or id holds the byte 0x1F');
  return place;
}

/** Like `placeOf`, for writes: without a thread it is a TypeError. */
export function requirePlaceOf(config: RunnableConfig): CheckpointPlace {
  const place = placeOf(config);
  if (place === undefined) throw new TypeError('configurable.thread_id is missing');
  return place;
}

export function configOf({ threadId, ns, checkpointId }: CheckpointPlace): RunnableConfig {
  return { configurable: { thread_id: threadId, checkpoint_ns: ns, checkpoint_id: checkpointId } };
}

/** The writer's fence; a TypeError where it is missing or no `<epoch>:<attempt>`, since nobody would be kept out. */
export function requireFenceOf(config: RunnableConfig): string {
  const fence = text(configurableOf(config)[FENCE_CONFIG_KEY]);
  if (!/^\d+:\d+$/.test(fence)) throw new TypeError(`configurable.${FENCE_CONFIG_KEY} is not "<epoch>:<attempt>"`);
  return fence;
}
