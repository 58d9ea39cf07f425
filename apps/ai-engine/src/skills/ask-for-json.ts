import { ParleyError } from '@parley/contracts';
import type { ChatMessage } from '../model/chat-message.js';
import type { OfferedTool } from '../model/model-request.js';
import type { SkillCall } from './skill-call.js';
import { SkillOutputError, skillOutputInvalid } from './skill-output-error.js';
import type { WantedCalls } from './tool-work.js';

export interface JsonQuestion<Answer> {
  messages: readonly ChatMessage[];
  /** Throws `skill_output_invalid` where the value is no answer. */
  read: (value: unknown) => Answer;
}

/**
 * Asks the model for JSON. An unusable answer is asked for again, with what is wrong with it, `output_retries` times; then it
 * is `skill_output_invalid`.
 */
export async function askForJson<Answer>(call: SkillCall, question: JsonQuestion<Answer>): Promise<Answer>;
/** The same; instead of answering the model may want calls of the tools. */
export async function askForJson<Answer>(
  call: SkillCall,
  question: JsonQuestion<Answer>,
  tools: readonly OfferedTool[],
): Promise<Answer | WantedCalls>;
export async function askForJson<Answer>(
  { agent, model, usage, signal }: SkillCall,
  question: JsonQuestion<Answer>,
  tools: readonly OfferedTool[] = [],
): Promise<Answer | WantedCalls> {
  const messages = [...question.messages];
  for (let retriesLeft = agent.outputRetries; ; retriesLeft--) {
    const answer = await model.complete({ settings: agent.model, messages, json: true, tools }, signal);
    usage.add(answer.usage);
    if (answer.toolCalls) return { text: answer.text, toolCalls: answer.toolCalls };
    try {
      return question.read(parse(answer.text));
    } catch (error) {
      if (!(error instanceof ParleyError) || retriesLeft === 0) throw error;
      messages.push({ role: 'assistant', content: answer.text }, { role: 'user', content: correction(error) });
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw skillOutputInvalid([{ path: [], message: `expected JSON and nothing else: ${(error as Error).message}` }]);
  }
}

function correction({ cause }: ParleyError): string {
  const reason = cause instanceof SkillOutputError ? cause.message : String(cause);
  return `Your last answer can't be used:\n${reason}\nAnswer again with one JSON object that is right, as you were told first.`;
}
