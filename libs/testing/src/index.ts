export * from './redis-server.js';
export * from './scripted-model/index.js';
export * from './tcp-proxy.js';
