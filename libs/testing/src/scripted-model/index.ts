export { ModelCall } from './model-call.js';
export type { ModelRule } from './model-script.js';
export type { ModelMatch, ModelReply, ReplyOrMaker, ScriptedToolCall } from './reply.js';
export type { OfferedToolView, RequestView, ToolResultView } from './request-view.js';
export { ScriptedModel } from './scripted-model.js';
