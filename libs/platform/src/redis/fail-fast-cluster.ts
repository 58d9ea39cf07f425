import { Cluster, type Command } from 'ioredis';
import { COMMAND_TIMEOUT_MS } from './fail-fast-redis.js';

/** Waiting for a cluster's map of slots is no command, and ioredis gives it no end. */
const SLOTS_TIMEOUT_MS = 1000;

/** A Cluster whose callers do not wait for ever while it is away. */
export class FailFastCluster extends Cluster {
  override sendCommand(command: Command, ...rest: DropFirst<Parameters<Cluster['sendCommand']>>): unknown {
    command.setTimeout(COMMAND_TIMEOUT_MS);
    return super.sendCommand(command, ...rest);
  }

  override delayUntilReady(callback: (error?: Error | null) => void): void {
    let isWaiting = true;
    const finish = (error?: Error | null): void => {
      if (!isWaiting) return;
      isWaiting = false;
      clearTimeout(timer);
      callback(error);
    };
    const timer = setTimeout(() => finish(new Error('The cluster is not reachable')), SLOTS_TIMEOUT_MS);
    super.delayUntilReady(finish);
  }
}

type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;
