import {
  MAX_CONFIRMED_ARGUMENTS_BYTES,
  MAX_TOOL_ARGUMENTS_BYTES,
  MAX_TOOL_CALLS,
  MAX_TOOL_WORK_BYTES,
  type ItemAnswers,
} from '@parley/contracts';
import type { ChatMessage, ModelToolCall } from '../model/chat-message.js';
import type { Toolbox } from '../tools/tool.js';

/** A call that its model wants and that has no result yet. `callId` is the model's own. */
export interface OpenCall extends ModelToolCall {
  /** Unique in the session: what the person's side knows it by, and its item's id where it must be confirmed. */
  id: string;
  /** Why it is not made: told to the model instead of a result. */
  refusal?: string;
  /** A person is asked for it. */
  isAsked?: boolean;
  /** What the person said; absent while they have not. */
  isApproved?: boolean;
}

/** Where a node is with its tools, kept in the checkpoint: what the model was told after its prompt, and the calls it waits for. */
export interface ToolWork {
  transcript: ChatMessage[];
  calls: OpenCall[];
  /** Told to the model after the results. */
  note?: string;
}

const NO_WORK: ToolWork = { transcript: [], calls: [] };

export interface WantedCalls {
  text: string;
  toolCalls: readonly ModelToolCall[];
}

/**
 * The model wants calls: as many as are made at once become open, each under an id that begins with `base`. One that needs a
 * confirmation, and could run at all, is asked for.
 */
export function wantCalls(work: ToolWork = NO_WORK, wanted: WantedCalls, toolbox: Toolbox, base: string): ToolWork {
  const { text, toolCalls } = wanted;
  const round = work.transcript.length;
  const calls = toolCalls.slice(0, MAX_TOOL_CALLS).map((call, index) => openCall(call, `${base}-${round}-${index}`, toolbox));
  const said: ChatMessage = {
    role: 'assistant',
    content: text,
    toolCalls: calls.map(({ callId, name, argumentsText }) => ({ callId, name, argumentsText })),
  };
  const isCut = calls.length < toolCalls.length;
  const note = `Only the first ${calls.length} of your ${toolCalls.length} calls were made: at most ${MAX_TOOL_CALLS} are at once.`;
  return { transcript: [...work.transcript, said], calls, ...(isCut && { note }) };
}

function openCall(call: ModelToolCall, id: string, toolbox: Toolbox): OpenCall {
  const bytes = Buffer.byteLength(call.argumentsText);
  if (bytes > MAX_TOOL_ARGUMENTS_BYTES)
    return { ...call, id, argumentsText: '{}', refusal: tooLong(bytes, MAX_TOOL_ARGUMENTS_BYTES) };
  const checked = toolbox.check(call);
  if (!checked.ok || !checked.spec.confirm) return { ...call, id };
  const isLong = bytes > MAX_CONFIRMED_ARGUMENTS_BYTES;
  return { ...call, id, ...(isLong ? { refusal: tooLong(bytes, MAX_CONFIRMED_ARGUMENTS_BYTES) } : { isAsked: true }) };
}

const tooLong = (bytes: number, most: number): string =>
  `This call was not made: its arguments have ${bytes} bytes, at most ${most} are possible.`;

export interface CallResult {
  callId: string;
  content: string;
}

const NO_ROOM = 'There is no room left for this result. Answer with what you have, or call for less.';

/** All calls have come back, in the order in which the model wanted them. What no longer fits is left out, and the model is told. */
export function resultsOf({ transcript, note }: ToolWork, results: readonly CallResult[]): ToolWork {
  let bytes = Buffer.byteLength(JSON.stringify(transcript));
  const told = results.map(({ callId, content }): ChatMessage => {
    const size = Buffer.byteLength(content);
    const fits = bytes + size <= MAX_TOOL_WORK_BYTES;
    if (fits) bytes += size;
    return { role: 'tool', callId, content: fits ? content : NO_ROOM };
  });
  return {
    transcript: [...transcript, ...told, ...(note === undefined ? [] : [{ role: 'user' as const, content: note }])],
    calls: [],
  };
}

/** A person has answered the item of a call. Anything but a yes is a no. */
export function settleCall(work: ToolWork, { item_id, values }: ItemAnswers): ToolWork {
  const calls = work.calls.map((call) => (call.id === item_id ? { ...call, isApproved: isYes(call, values) } : call));
  return { ...work, calls };
}

const isYes = ({ name }: OpenCall, values: Readonly<Record<string, unknown>>): boolean => values[approvalKey(name)] === true;

/** Where the answer goes in the state: the last one for each tool. */
export const approvalKey = (tool: string): string => `approvals.${tool}`;
