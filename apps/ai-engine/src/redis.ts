/** Injection tokens of what the engine does with Redis: its one subscriber connection, and the followers on it. */
export const SUBSCRIBER = Symbol('SUBSCRIBER');
export const RUN_FOLLOWERS = Symbol('RUN_FOLLOWERS');
