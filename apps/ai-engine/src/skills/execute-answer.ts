import type { SkillResult } from '@parley/contracts';
import type { Answering } from '../agents/agent.js';
import { executeAnswerModule } from './execute-module.js';
import { promptMessages } from './prompt-messages.js';
import type { SkillCall } from './skill-call.js';

/** Speaks to the person: emits the model's text as it comes, or lets the module emit its own. */
export async function executeAnswer(answer: Answering, call: SkillCall): Promise<SkillResult> {
  if (answer.kind === 'module') return executeAnswerModule(answer.module, call);
  const request = { settings: call.agent.model, messages: promptMessages(answer.prompt, call) };
  for await (const { text, thinking, usage } of call.model.stream(request, call.signal)) {
    if (thinking !== undefined) await call.emit({ event: 'thinking', data: { text: thinking } });
    if (text !== undefined) await call.emit({ event: 'token', data: { text } });
    call.usage.add(usage);
  }
  return { control: { action: 'continue' } };
}
