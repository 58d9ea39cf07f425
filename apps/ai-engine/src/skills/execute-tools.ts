import type { Toolbox } from '../tools/tool.js';
import type { SkillCall } from './skill-call.js';
import { type CallResult, type OpenCall, resultsOf, type ToolWork } from './tool-work.js';

const REFUSED = 'The user did not allow this call.';
/** The tool, or what the agent's file says of it, is not what it was when the model wanted the call. */
const UNASKED = 'This call was not made: the user has to confirm it, and was not asked. Call again, and they will be.';

/**
 * Runs all calls the model waits for, side by side. A call has the same `stepId` when the round is run again after a crash;
 * what goes wrong with a tool is told to the model. Throws nothing but the signal's reason.
 */
export async function executeTools(work: ToolWork, toolbox: Toolbox, call: SkillCall): Promise<ToolWork> {
  const round = work.transcript.length;
  const results = await Promise.all(
    work.calls.map(async (open, index): Promise<CallResult> => {
      const value = await executeCall(open, toolbox, call, `${call.stepId}/${round}.${index}`);
      return { callId: open.callId, content: typeof value === 'string' ? value : JSON.stringify(value) };
    }),
  );
  return resultsOf(work, results);
}

/** What the model is told. Of a call that is not made a person is told nothing, nor of a tool that they don't see or that is none. */
async function executeCall(open: OpenCall, toolbox: Toolbox, call: SkillCall, stepId: string): Promise<unknown> {
  const { id, name, refusal, isApproved } = open;
  if (refusal !== undefined) return refusal;
  if (isApproved === false) return REFUSED;
  const checked = toolbox.check(open);
  if (checked.ok && checked.spec.confirm && !isApproved) return UNASKED;
  const isVisible = checked.spec?.visible ?? false;
  if (isVisible) await call.emitTool({ event: 'tool_call', data: { call_id: id, name, arguments: checked.args } });
  const outcome = checked.ok
    ? await toolbox.run(checked.spec, checked.args, { stepId, ...contextOf(call) })
    : { isError: true, value: checked.message };
  const { value, isError } = outcome;
  const result = 'shown' in outcome ? outcome.shown : value;
  if (isVisible) await call.emitTool({ event: 'tool_result', data: { call_id: id, name, result, is_error: isError } });
  return value;
}

const contextOf = ({ signal, state, user, lang, log }: SkillCall) => ({ signal, state, user, lang, log });
