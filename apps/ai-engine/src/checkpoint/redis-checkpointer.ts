import {
  BaseCheckpointSaver,
  TASKS,
  WRITES_IDX_MAP,
  maxChannelVersion,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
  type SerializerProtocol,
} from '@langchain/langgraph-checkpoint';
import type { RunnableConfig } from '@langchain/core/runnables';
import { checkpointsIndexKey, checkpointsKey, type ThreadId } from '@parley/contracts';
import type { Cluster, Redis } from 'ioredis';
import { CheckpointFenced } from './checkpoint-fenced.js';
import { configOf, placeOf, requireFenceOf, requirePlaceOf, type CheckpointPlace } from './checkpoint-place.js';
import { CheckpointScripts } from './checkpoint-scripts.js';
import { KeyedQueue } from './keyed-queue.js';
import { listPlaces } from './list-places.js';
import { decodeTuple, encodeCheckpoint, type DecodedTuple } from './tuple-codec.js';
import { encodeValue } from './value-codec.js';

export interface RedisCheckpointerOptions {
  /** How many checkpoints of a namespace stay, the latest ones; `Infinity` for all of them. */
  keep: number;
  /** How long a thread that nobody reads or writes stays, in seconds; without it, for ever. */
  ttlS?: number;
  /**
   * True: every write names its `<epoch>:<attempt>` in `configurable.parley_fence`, and is refused with `CheckpointFenced`
   * unless the session's fence is exactly that. False: anyone writes.
   */
  fenced: boolean;
  serde?: SerializerProtocol;
}

/**
 * LangGraph's checkpoints on plain Redis: two keys per thread, one script per operation; the Lua files say what lies where.
 *
 * The writes of a thread take effect in the order of the calls. Where two writers overlap, the one without the session's
 * fence gets `CheckpointFenced` and has written nothing; unfenced, each goes on from its own parent and the one that wrote
 * last is the latest. Errors of Redis are passed on.
 *
 * With a finite `keep` a graph may have no `DeltaChannel`: its value lies in ancestors that are no longer there.
 */
export class RedisCheckpointer extends BaseCheckpointSaver {
  private readonly scripts: CheckpointScripts;
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly client: Redis | Cluster,
    private readonly options: RedisCheckpointerOptions,
  ) {
    super(options.serde);
    this.scripts = new CheckpointScripts(client);
  }

  /** The checkpoint a config names, else the one of its namespace that was written last; undefined where there is none. */
  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const place = placeOf(config);
    return place && this.tupleAt(place);
  }

  /** Latest first within a namespace. Without a `thread_id` it looks through all of Redis: for tests and tools. */
  override async *list(config: RunnableConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { limit = Infinity, filter = {} } = options;
    const before = options.before && placeOf(options.before)?.checkpointId;
    let left = limit;
    for await (const place of listPlaces(this.client, config)) {
      if (left <= 0) return;
      if (before && place.checkpointId >= before) continue;
      const tuple = await this.tupleAt(place);
      if (tuple === undefined || !matches(tuple.metadata, filter)) continue;
      left -= 1;
      yield tuple;
    }
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { threadId, ns, checkpointId: parentId } = requirePlaceOf(config);
    const fence = this.fenceOf(config);
    if (metadata.counters_since_delta_snapshot && Number.isFinite(this.options.keep)) {
      throw new TypeError('a DeltaChannel needs all checkpoints of its thread: keep must be Infinity');
    }
    const send = async (versions: ChannelVersions) => {
      const { head, parents, changed, carried } = await encodeCheckpoint(this.serde, checkpoint, metadata, versions);
      const numbers = [Number.isFinite(this.options.keep) ? this.options.keep : 0, this.ttlS];
      return [fence, ns, checkpoint.id, parentId, ...numbers, head, parents, changed.length / 2, ...changed, ...carried];
    };
    await this.queue.run(threadId, send(newVersions), async (args) => {
      let reply = await this.scripts.put(threadId, args);
      // Every value is at hand here, so a lost parent costs bytes, not state.
      if (reply === 'parent_gone')
        reply = await this.scripts.put(threadId, await send({ ...newVersions, ...checkpoint.channel_versions }));
      if (reply !== 'ok') throw new CheckpointFenced(threadId, fence);
    });
    return configOf({ threadId, ns, checkpointId: checkpoint.id });
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string, taskPath = ''): Promise<void> {
    const { threadId, ns, checkpointId } = requirePlaceOf(config);
    if (checkpointId === '') throw new TypeError('configurable.checkpoint_id is missing');
    const fence = this.fenceOf(config);
    const encoded = Promise.all(
      writes.map(async ([channel, value], n) => [idxOf(channel, n), channel, await encodeValue(this.serde, value)]),
    );
    await this.queue.run(threadId, encoded, async (parts) => {
      const args = [fence, ns, checkpointId, this.ttlS, taskId, taskPath, ...parts.flat()];
      if ((await this.scripts.putWrites(threadId, args)) === 'fenced') throw new CheckpointFenced(threadId, fence);
    });
  }

  /** Removes every checkpoint of the thread. It is not fenced: whoever deletes a session has closed its run before. */
  override async deleteThread(threadId: string): Promise<void> {
    await this.client.unlink(checkpointsKey(threadId as ThreadId), checkpointsIndexKey(threadId as ThreadId));
  }

  private get ttlS(): number {
    return this.options.ttlS ?? 0;
  }

  private fenceOf(config: RunnableConfig): string {
    return this.options.fenced ? requireFenceOf(config) : '';
  }

  private async tupleAt(place: CheckpointPlace): Promise<CheckpointTuple | undefined> {
    const decoded = await this.decodedAt(place);
    if (decoded === undefined) return undefined;
    const { id, parentId, checkpoint, metadata, pendingWrites } = decoded;
    const parent = parentId === '' ? undefined : { ...place, checkpointId: parentId };
    if (checkpoint.v < 4 && parent) await this.migratePendingSends(checkpoint, parent);
    const tuple = { config: configOf({ ...place, checkpointId: id }), checkpoint, metadata, pendingWrites };
    return parent ? { ...tuple, parentConfig: configOf(parent) } : tuple;
  }

  private async decodedAt({ threadId, ns, checkpointId }: CheckpointPlace): Promise<DecodedTuple | undefined> {
    const raw = await this.scripts.getTuple(threadId, [ns, checkpointId, this.ttlS]);
    return raw ? decodeTuple(this.serde, raw) : undefined;
  }

  /** Formats before 4 kept the sends of a superstep with the parent; LangGraph reads them from a channel. */
  private async migratePendingSends(checkpoint: Checkpoint, parent: CheckpointPlace): Promise<void> {
    const writes = (await this.decodedAt(parent))?.pendingWrites ?? [];
    checkpoint.channel_values[TASKS] = writes.filter(([, channel]) => channel === TASKS).map(([, , value]) => value);
    const versions = Object.values(checkpoint.channel_versions);
    checkpoint.channel_versions[TASKS] = versions.length > 0 ? maxChannelVersion(...versions) : this.getNextVersion(undefined);
  }
}

/** Errors, interrupts and answers have a place of their own below 0, where they replace what is there. */
const idxOf = (channel: string, n: number): number =>
  (Object.hasOwn(WRITES_IDX_MAP, channel) ? WRITES_IDX_MAP[channel] : undefined) ?? n;

const matches = (metadata: CheckpointMetadata | undefined, filter: Record<string, unknown>): boolean =>
  Object.entries(filter).every(([key, value]) => (metadata as Record<string, unknown> | undefined)?.[key] === value);
