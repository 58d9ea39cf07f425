export * from './fragments.js';
export * from './run-appender.js';
export * from './run-follower.js';
export * from './run-followers.js';
export * from './run-log-reader.js';
export * from './run-ref.js';
export * from './script.js';
