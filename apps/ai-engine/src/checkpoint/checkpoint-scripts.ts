import { checkpointsIndexKey, checkpointsKey, sessionKey, type ThreadId } from '@parley/contracts';
import { Script, loadFragment, type ScriptArg } from '@parley/run-log';
import type { Cluster, Redis } from 'ioredis';

/** What a write came to; the headers of the Lua files say when. */
export type PutReply = 'ok' | 'fenced' | 'parent_gone';
export type PutWritesReply = Exclude<PutReply, 'parent_gone'>;
/** What get-tuple.lua returns. */
export type RawTuple = [id: string, parent: string, head: string, values: (string | null)[], writes: string[]];

const file = (name: string): URL => new URL(`../../lua/checkpoint/${name}.lua`, import.meta.url);
const fragments = { prelude: loadFragment(file('prelude')) };
const PUT = Script.load(file('put'), 3, fragments);
const PUT_WRITES = Script.load(file('put-writes'), 3, fragments);
const GET_TUPLE = Script.load(file('get-tuple'), 2, fragments);

/** The atomic operations on a thread's checkpoints, with the keys that each one takes. */
export class CheckpointScripts {
  constructor(private readonly client: Redis | Cluster) {}

  async put(threadId: ThreadId, args: ScriptArg[]): Promise<PutReply> {
    return (await PUT.run(this.client, writeKeys(threadId), args)) as PutReply;
  }

  async putWrites(threadId: ThreadId, args: ScriptArg[]): Promise<PutWritesReply> {
    return (await PUT_WRITES.run(this.client, writeKeys(threadId), args)) as PutWritesReply;
  }

  /** Null where there is no such checkpoint. */
  async getTuple(threadId: ThreadId, args: ScriptArg[]): Promise<RawTuple | null> {
    return (await GET_TUPLE.run(this.client, readKeys(threadId), args)) as RawTuple | null;
  }
}

const readKeys = (threadId: ThreadId): string[] => [checkpointsKey(threadId), checkpointsIndexKey(threadId)];
const writeKeys = (threadId: ThreadId): string[] => [...readKeys(threadId), sessionKey(threadId)];
