import { emptyCheckpoint, uuid6, type Checkpoint, type CheckpointMetadata } from '@langchain/langgraph-checkpoint';

export const METADATA: CheckpointMetadata = { source: 'loop', step: 0, parents: {} };

/** A checkpoint with these values; `versions` where they aren't all 1. */
export function checkpointOf(
  values: Record<string, unknown>,
  { id = uuid6(0), versions = {} }: CheckpointShape = {},
): Checkpoint {
  const channel_versions = { ...Object.fromEntries(Object.keys(values).map((channel) => [channel, 1])), ...versions };
  return { ...emptyCheckpoint(), id, channel_values: values, channel_versions };
}

interface CheckpointShape {
  id?: string;
  versions?: Record<string, number>;
}

/** Long enough not to be inlined. */
export const big = (letter: string, bytes = 1000): string => letter.repeat(bytes);
