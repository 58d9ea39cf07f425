export { freePort, freePorts } from './free-ports.js';
export { type Exit, ManagedProcess, type ProcessSpec } from './managed-process.js';
export { answersOk, type AppName, appSpec, type Env, redisSpec, ROOT } from './processes.js';
export { logsSince, markLogs } from './running-stacks.js';
export { INTERNAL_TOKEN, Stack, type StackOptions } from './stack.js';
