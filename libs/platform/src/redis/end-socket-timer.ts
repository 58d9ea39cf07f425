import { Cluster, type Redis } from 'ioredis';

/**
 * While an answer is due ioredis (5.11) runs a timer (`socketTimeout`), and forgets it where the connection breaks first: it
 * would destroy the next connection, seconds later and in the middle of its work. With this it ends with its connection.
 */
export function endSocketTimerWithConnection(redis: Redis | Cluster): void {
  if (redis instanceof Cluster) redis.on('+node', (node: Redis) => endWithConnection(node));
  else endWithConnection(redis);
}

function endWithConnection(redis: Redis): void {
  const timed = redis as unknown as { socketTimeoutTimer?: NodeJS.Timeout };
  redis.on('close', () => {
    clearTimeout(timed.socketTimeoutTimer);
    timed.socketTimeoutTimer = undefined;
  });
}
