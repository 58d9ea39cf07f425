import type { ChatMessage } from '../model/chat-message.js';
import type { Toolbox } from '../tools/tool.js';
import type { SkillCall } from './skill-call.js';
import { type OpenCall, resultsOf, type ToolWork } from './tool-work.js';

const REFUSED = 'The user did not allow this call.';

/**
 * Runs all calls the model waits for, side by side. A call has the same `stepId` when the round is run again after a crash;
 * what goes wrong with a tool is told to the model. Throws nothing but the signal's reason.
 */
export async function executeTools(work: ToolWork, toolbox: Toolbox, call: SkillCall): Promise<ToolWork> {
  const round = work.transcript.length;
  const results = await Promise.all(
    work.calls.map((open, index) => executeCall(open, toolbox, call, `${call.stepId}/${round}.${index}`)),
  );
  return resultsOf(work, results);
}

async function executeCall(open: OpenCall, toolbox: Toolbox, call: SkillCall, stepId: string): Promise<ChatMessage> {
  if (open.isApproved === false) return resultMessage(open, REFUSED);
  const { callId, name } = open;
  const checked = toolbox.check(open);
  const isVisible = !checked.ok || checked.spec.visible;
  if (isVisible) await call.emitTool({ event: 'tool_call', data: { call_id: callId, name, arguments: checked.args } });
  const outcome = checked.ok
    ? await toolbox.run(checked.spec, checked.args, { stepId, ...contextOf(call) })
    : { isError: true, value: checked.message };
  if (isVisible) {
    await call.emitTool({
      event: 'tool_result',
      data: { call_id: callId, name, result: outcome.value, is_error: outcome.isError },
    });
  }
  return resultMessage(open, outcome.value);
}

const contextOf = ({ signal, state, user, lang, log }: SkillCall) => ({ signal, state, user, lang, log });

const resultMessage = ({ callId }: OpenCall, value: unknown): ChatMessage => ({
  role: 'tool',
  callId,
  content: typeof value === 'string' ? value : JSON.stringify(value),
});
