export { checkRun } from './check-run.js';
export { checkStored } from './check-stored.js';
export { EngineApi, NdjsonStream } from './engine-api.js';
export { cardOf, type FinishedRun, firstOf, namesOf, shownEvents, shownText } from './finished-run.js';
export { answersOf, GatewayApi, type JsonRun, resumeBody } from './gateway-api.js';
export { exchange, type HttpCall, openExchange, type OpenReply, type Reply } from './http-exchange.js';
export { RunStream } from './run-stream.js';
export { UnexpectedReply } from './unexpected-reply.js';
