import type { Answering } from '../agents/agent.js';
import type { ModelToolCall } from '../model/chat-message.js';
import { executeAnswerModule } from './execute-module.js';
import { promptMessages } from './prompt-messages.js';
import type { SkillCall, SkillStep } from './skill-call.js';
import { withTools } from './with-tools.js';

/** Speaks to the person: emits the model's text as it comes, between its uses of tools too, or lets the module emit its own. */
export async function executeAnswer(answer: Answering, call: SkillCall): Promise<SkillStep> {
  if (answer.kind === 'module') return { result: await executeAnswerModule(answer.module, call) };
  return withTools(answer.tools, call, async (tools) => {
    const messages = [...promptMessages(answer.prompt, call), ...(call.work?.transcript ?? [])];
    const request = { settings: call.agent.model, messages, tools, thinking: call.isThinkingShown };
    let said = '';
    // What it says before and after its tools are paragraphs of one text.
    let gap = hasSpoken(call) ? PARAGRAPH : '';
    let toolCalls: readonly ModelToolCall[] | undefined;
    for await (const delta of call.model.stream(request, call.signal)) {
      if (delta.thinking !== undefined) await call.emit({ event: 'thinking', data: { text: delta.thinking } });
      if (delta.text !== undefined) {
        said += delta.text;
        await call.emit({ event: 'token', data: { text: gap + delta.text } });
        gap = '';
      }
      call.usage.add(delta.usage);
      toolCalls = delta.toolCalls ?? toolCalls;
    }
    return toolCalls ? { text: said, toolCalls } : { result: { control: { action: 'continue' } } };
  });
}

const PARAGRAPH = '\n\n';

const hasSpoken = ({ work }: SkillCall): boolean =>
  work?.transcript.some(({ role, content }) => role === 'assistant' && content.trim() !== '') ?? false;
