import type { RunnableConfig } from '@langchain/core/runnables';
import { checkpointsIndexKey, checkpointsKey, type ThreadId } from '@parley/contracts';
import type { Cluster, Redis } from 'ioredis';
import { placeOf, type CheckpointPlace } from './checkpoint-place.js';

const SCAN_COUNT = 1000;

/** The checkpoints a config names (its thread, namespace and id, each only where given), latest first within a namespace. */
export async function* listPlaces(client: Redis | Cluster, config: RunnableConfig): AsyncGenerator<CheckpointPlace> {
  const place = placeOf(config);
  const { checkpoint_ns: ns, checkpoint_id: checkpointId } = (config.configurable ?? {}) as Record<string, unknown>;
  for await (const threadId of place ? [place.threadId] : threadsOf(client)) {
    for (const member of await client.zrevrangebylex(checkpointsIndexKey(threadId), '(c\x20', '[c\x1f')) {
      const [, itsNs = '', , id = ''] = member.split('\x1f');
      if (ns !== undefined && itsNs !== ns) continue;
      if (checkpointId !== undefined && id !== checkpointId) continue;
      yield { threadId, ns: itsNs, checkpointId: id };
    }
  }
}

async function* threadsOf(client: Redis | Cluster): AsyncGenerator<ThreadId> {
  const pattern = checkpointsKey('*' as ThreadId);
  const [prefix = '', suffix = ''] = pattern.split('*');
  for (const node of 'nodes' in client ? client.nodes('master') : [client]) {
    for await (const keys of node.scanStream({ match: pattern, count: SCAN_COUNT }) as AsyncIterable<string[]>) {
      for (const key of new Set(keys)) yield key.slice(prefix.length, -suffix.length) as ThreadId;
    }
  }
}
