export * from './client/index.js';
export * from './redis-server.js';
export * from './scripted-model/index.js';
export * from './side-effects.js';
export * from './stack/index.js';
export * from './tcp-proxy.js';
