import type { Lang } from '@parley/contracts';
import type { OpenAsk } from '../graph/thread-state.js';
import { approvalKey, type OpenCall, type ToolWork } from './tool-work.js';

const TEXTS = {
  message: { zh: (tool: string) => `需要您确认：执行“${tool}”。`, en: (tool: string) => `Please confirm: run "${tool}".` },
  question: { zh: '是否允许执行？', en: 'May it run?' },
};

/** What is still to be asked before the calls can run: an item for each, with all that it would be called with. */
export function asksOf({ calls }: ToolWork, lang: Lang): OpenAsk[] {
  return calls.filter(({ isAsked, isApproved }) => isAsked && isApproved === undefined).map((call) => askFor(call, lang));
}

function askFor({ id, name, argumentsText }: OpenCall, lang: Lang): OpenAsk {
  return {
    item_id: id,
    review_type: 'confirm',
    message: TEXTS.message[lang](name),
    tool_call_id: id,
    tool_name: name,
    questions: [
      {
        question: TEXTS.question[lang],
        field_key: approvalKey(name),
        required: true,
        input_type: 'boolean',
        help: plainly(argumentsText),
        item_id: id,
      },
    ],
  };
}

/** Without white space of the model's, behind which something could hide. */
const plainly = (argumentsText: string): string =>
  argumentsText.trim() === '' ? '{}' : JSON.stringify(JSON.parse(argumentsText), undefined, 2);
