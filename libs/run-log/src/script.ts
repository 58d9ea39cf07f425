import { readFileSync } from 'node:fs';
import type { Cluster, Redis } from 'ioredis';

export type RedisClient = Redis | Cluster;
export type ScriptArg = string | number | Buffer;

type Defined = Record<string, (...args: ScriptArg[]) => Promise<unknown>>;

/**
 * One atomic operation, one Lua file. A line `-- @include <name>` is replaced by the fragment of that name.
 * Runs by its hash; Redis learns the source again by itself after a restart.
 */
export class Script {
  private readonly knownTo = new WeakSet<RedisClient>();

  constructor(
    private readonly name: string,
    private readonly numberOfKeys: number,
    private readonly lua: string,
  ) {}

  static load(file: URL, numberOfKeys: number, fragments: Record<string, string> = {}): Script {
    const name = file.pathname.replace(/^.*\/(.*)\.lua$/, '$1');
    return new Script(`parley:${name}`, numberOfKeys, include(readFileSync(file, 'utf8'), fragments));
  }

  run(redis: RedisClient, keys: string[], args: ScriptArg[]): Promise<unknown> {
    if (keys.length !== this.numberOfKeys) throw new TypeError(`${this.name} takes ${this.numberOfKeys} keys, got ${keys.length}`);
    if (!this.knownTo.has(redis)) {
      redis.defineCommand(this.name, { numberOfKeys: this.numberOfKeys, lua: this.lua });
      this.knownTo.add(redis);
    }
    const command = (redis as unknown as Defined)[this.name];
    if (!command) throw new TypeError(`${this.name} is not defined`);
    return command.call(redis, ...keys, ...args);
  }
}

export const loadFragment = (file: URL): string => readFileSync(file, 'utf8');

function include(lua: string, fragments: Record<string, string>): string {
  return lua.replace(/^-- @include (\S+)$/gm, (_line, name: string) => {
    const fragment = fragments[name];
    if (fragment === undefined) throw new TypeError(`no fragment ${name}`);
    return include(fragment, fragments);
  });
}
