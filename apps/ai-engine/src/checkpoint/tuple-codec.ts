import {
  compareWritesSortKeys,
  writesSortKey,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type SerializerProtocol,
} from '@langchain/langgraph-checkpoint';
import type { RawTuple } from './checkpoint-scripts.js';
import { decodeValue, encodeValue } from './value-codec.js';

/** What of a checkpoint goes over the network: only the values that changed. */
export interface EncodedCheckpoint {
  head: string;
  parents: string;
  /** Channel and value, one after the other. */
  changed: (string | Buffer)[];
  /** Channels whose value is the parent's. */
  carried: string[];
}

export interface DecodedTuple {
  id: string;
  /** Empty where there is none. */
  parentId: string;
  checkpoint: Checkpoint;
  metadata: CheckpointMetadata;
  pendingWrites: CheckpointPendingWrite[];
}

type Head = { checkpoint: Omit<Checkpoint, 'channel_values'>; metadata: CheckpointMetadata };

/**
 * A channel is taken over from the parent where it has a value and a version and the version isn't new. (A value without
 * a version is a channel's default: it was never written, and is there again when the channel is made.)
 */
export async function encodeCheckpoint(
  serde: SerializerProtocol,
  checkpoint: Checkpoint,
  metadata: CheckpointMetadata,
  newVersions: ChannelVersions,
): Promise<EncodedCheckpoint> {
  const { channel_values: values, ...rest } = checkpoint;
  const head: Head = { checkpoint: rest, metadata };
  const changed = Object.keys(values).filter((channel) => Object.hasOwn(newVersions, channel));
  const carried = Object.keys(values).filter(
    (channel) => Object.hasOwn(rest.channel_versions, channel) && !Object.hasOwn(newVersions, channel),
  );
  return {
    head: JSON.stringify(head),
    parents: JSON.stringify(metadata.parents ?? {}),
    changed: (await Promise.all(changed.map(async (channel) => [channel, await encodeValue(serde, values[channel])]))).flat(),
    carried,
  };
}

export async function decodeTuple(
  serde: SerializerProtocol,
  [id, parent, head, values, writes]: RawTuple,
): Promise<DecodedTuple> {
  const { checkpoint, metadata } = JSON.parse(head) as Head;
  const channels = await Promise.all(
    chunks(values, 2).map(async ([channel, value]) => {
      if (channel == null || value == null) throw new Error(`checkpoint ${id} has lost the value of ${String(channel)}`);
      return [channel, await decodeValue(serde, value)] as const;
    }),
  );
  return {
    id,
    parentId: parent,
    checkpoint: { ...checkpoint, channel_values: Object.fromEntries(channels) },
    metadata,
    pendingWrites: await decodeWrites(serde, writes),
  };
}

async function decodeWrites(serde: SerializerProtocol, flat: string[]): Promise<CheckpointPendingWrite[]> {
  const keyed = (chunks(flat, 5) as [string, string, string, string, string][]).map(([task, idx, path, channel, value]) => ({
    key: writesSortKey(path, task, Number(idx)),
    task,
    channel,
    value,
  }));
  keyed.sort((one, other) => compareWritesSortKeys(one.key, other.key));
  return Promise.all(
    keyed.map(async ({ task, channel, value }): Promise<CheckpointPendingWrite> => [
      task,
      channel,
      await decodeValue(serde, value),
    ]),
  );
}

function chunks<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: items.length / size }, (_, n) => items.slice(n * size, (n + 1) * size));
}
