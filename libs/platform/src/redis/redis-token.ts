/** Injection token of the command connection (`RedisConnection`). */
export const REDIS = Symbol('REDIS');
