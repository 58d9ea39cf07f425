import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
  ChatCompletionMessageParam,
  ChatCompletionMessageToolCall,
} from 'openai/resources/chat/completions';
import { isRecord } from '../agents/expect.js';
import type { ChatMessage, ModelToolCall } from './chat-message.js';
import type { ModelRequest, OfferedTool } from './model-request.js';

export function requestBody({ settings, messages, json, tools }: ModelRequest): ChatCompletionCreateParamsStreaming {
  const { name, ...sampling } = settings;
  return {
    model: name,
    ...sampling,
    messages: messages.map(messageParam),
    ...(tools?.length && { tools: tools.map(toolParam) }),
    ...(json && { response_format: { type: 'json_object' } }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

function messageParam(message: ChatMessage): ChatCompletionMessageParam {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.content };
  if (message.role !== 'assistant' || !message.toolCalls?.length) return { role: message.role, content: message.content };
  return { role: 'assistant', content: message.content || null, tool_calls: message.toolCalls.map(toolCallParam) };
}

function toolCallParam({ callId, name, argumentsText }: ModelToolCall): ChatCompletionMessageToolCall {
  return { id: callId, type: 'function', function: { name, arguments: isJsonObject(argumentsText) ? argumentsText : '{}' } };
}

function toolParam({ name, description, parameters }: OfferedTool): ChatCompletionFunctionTool {
  return { type: 'function', function: { name, ...(description && { description }), parameters: { ...parameters } } };
}

/** Servers parse the arguments of earlier calls, and refuse a request where a model once wrote what is no JSON object. */
function isJsonObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}
