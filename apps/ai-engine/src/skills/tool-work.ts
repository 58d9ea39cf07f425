import type { ItemAnswers, Lang } from '@parley/contracts';
import type { OpenAsk } from '../graph/thread-state.js';
import type { ChatMessage, ModelToolCall } from '../model/chat-message.js';
import type { Toolbox } from '../tools/tool.js';

/** A call that its model wants and that has no result yet. */
export interface OpenCall extends ModelToolCall {
  /** Of the item on which a person is asked for it; absent where nobody is. */
  item_id?: string;
  /** What the person said; absent while they have not. */
  isApproved?: boolean;
}

/** Where a node is with its tools, kept in the checkpoint: what the model was told after its prompt, and the calls it waits for. */
export interface ToolWork {
  transcript: ChatMessage[];
  calls: OpenCall[];
}

const NO_WORK: ToolWork = { transcript: [], calls: [] };

export interface WantedCalls {
  text: string;
  toolCalls: readonly ModelToolCall[];
}

/**
 * The model wants calls. Their ids become unique within the node, as servers count anew with each answer; a call that needs
 * a confirmation, and could run at all, gets an item of its own.
 */
export function wantCalls(
  work: ToolWork = NO_WORK,
  { text, toolCalls }: WantedCalls,
  toolbox: Toolbox,
  itemBase: string,
): ToolWork {
  const round = work.transcript.length;
  const used = new Set(work.transcript.flatMap((message) => (message.role === 'tool' ? message.callId : [])));
  const calls = toolCalls.map((call, index): OpenCall => {
    const callId = used.has(call.callId) ? `${call.callId}-${round}` : call.callId;
    const checked = toolbox.check(call);
    const isAsked = checked.ok && checked.spec.confirm;
    return { ...call, callId, ...(isAsked && { item_id: `${itemBase}-${round}-${index}` }) };
  });
  const said: ChatMessage = {
    role: 'assistant',
    content: text,
    toolCalls: calls.map(({ callId, name, argumentsText }) => ({ callId, name, argumentsText })),
  };
  return { transcript: [...work.transcript, said], calls };
}

/** All calls have come back, in the order in which the model wanted them. */
export function resultsOf({ transcript }: ToolWork, results: readonly ChatMessage[]): ToolWork {
  return { transcript: [...transcript, ...results], calls: [] };
}

/** What is still to be asked before the calls can run. */
export function asksOf({ calls }: ToolWork, lang: Lang): OpenAsk[] {
  return calls.flatMap((call) =>
    call.item_id !== undefined && call.isApproved === undefined ? [askFor(call, call.item_id, lang)] : [],
  );
}

/** A person has answered the item of a call. Anything but a yes is a no. */
export function settleCall(work: ToolWork, { item_id, values }: ItemAnswers): ToolWork {
  const calls = work.calls.map((call) => (call.item_id === item_id ? { ...call, isApproved: isYes(call, values) } : call));
  return { ...work, calls };
}

const isYes = ({ name }: OpenCall, values: Readonly<Record<string, unknown>>): boolean => values[approvalKey(name)] === true;

/** Where the answer goes in the state: the last one for each tool. */
const approvalKey = (tool: string): string => `approvals.${tool}`;

const TEXTS = {
  message: { zh: (tool: string) => `需要您确认：执行“${tool}”。`, en: (tool: string) => `Please confirm: run "${tool}".` },
  question: { zh: '是否允许执行？', en: 'May it run?' },
};
/** A card has room for more, a person has not. */
const MAX_SHOWN_ARGUMENTS = 4000;

function askFor({ callId, name, argumentsText }: OpenCall, itemId: string, lang: Lang): OpenAsk {
  const help = argumentsText.length > MAX_SHOWN_ARGUMENTS ? `${argumentsText.slice(0, MAX_SHOWN_ARGUMENTS)}…` : argumentsText;
  return {
    item_id: itemId,
    review_type: 'confirm',
    message: TEXTS.message[lang](name),
    tool_call_id: callId,
    tool_name: name,
    questions: [
      {
        question: TEXTS.question[lang],
        field_key: approvalKey(name),
        required: true,
        input_type: 'boolean',
        help,
        item_id: itemId,
      },
    ],
  };
}
