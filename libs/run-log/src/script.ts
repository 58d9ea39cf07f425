import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Cluster, Redis } from 'ioredis';

export type RedisClient = Redis | Cluster;
export type ScriptArg = string | number | Buffer;

/**
 * One atomic operation, one Lua file. A line `-- @include <name>` is replaced by the fragment of that name.
 * Runs by its hash; a Redis that does not know it (any more) is sent the source. Not through `defineCommand`: a
 * pipeline that ioredis is building at that moment does not know the new command, and mixes up its answers.
 */
export class Script {
  private readonly hash: string;

  constructor(
    private readonly name: string,
    private readonly numberOfKeys: number,
    private readonly lua: string,
  ) {
    this.hash = createHash('sha1').update(lua).digest('hex');
  }

  static load(file: URL, numberOfKeys: number, fragments: Record<string, string> = {}): Script {
    const name = file.pathname.replace(/^.*\/(.*)\.lua$/, '$1');
    return new Script(name, numberOfKeys, include(readFileSync(file, 'utf8'), fragments));
  }

  /** Throws what the script or Redis throws; a wrong number of keys is a `TypeError`. */
  async run(redis: RedisClient, keys: string[], args: ScriptArg[]): Promise<unknown> {
    if (keys.length !== this.numberOfKeys)
      throw new TypeError(`${this.name} takes ${this.numberOfKeys} keys, got ${keys.length}`);
    try {
      return await redis.evalsha(this.hash, this.numberOfKeys, ...keys, ...args);
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      return redis.eval(this.lua, this.numberOfKeys, ...keys, ...args);
    }
  }
}

export const loadFragment = (file: URL): string => readFileSync(file, 'utf8');

const isUnknownScript = (error: unknown): boolean => error instanceof Error && error.message.startsWith('NOSCRIPT');

function include(lua: string, fragments: Record<string, string>): string {
  return lua.replace(/^-- @include (\S+)$/gm, (_line, name: string) => {
    const fragment = fragments[name];
    if (fragment === undefined) throw new TypeError(`no fragment ${name}`);
    return include(fragment, fragments);
  });
}
