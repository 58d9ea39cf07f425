import type { ModelMessage, SkillContext, SkillEvent, SkillModel } from '@parley/contracts';
import type { ModelRequest } from '../model/model-request.js';
import { frozenCopy } from '../tools/frozen-copy.js';
import type { SkillCall } from './skill-call.js';

/** What a module gets, and the way to take it back. */
export interface OpenContext {
  ctx: SkillContext;
  /** Whether a skill that threw this only passed on what its context threw. */
  threw: (error: unknown) => boolean;
  /** From now on nothing can be emitted: the skill is over, whatever it left running. */
  close: () => void;
}

export function openSkillContext(call: SkillCall): OpenContext {
  const thrown = new WeakSet<object>();
  let isOpen = true;
  const noted = (error: unknown): unknown => {
    if (typeof error === 'object' && error !== null) thrown.add(error);
    return error;
  };
  const ctx: SkillContext = {
    state: frozenCopy(call.state),
    message: call.message,
    history: frozenCopy(call.history),
    answers: frozenCopy(call.answers),
    cancelled: call.cancelled,
    signal: call.signal,
    stepId: call.stepId,
    lang: call.lang,
    user: frozenCopy(call.user),
    log: call.log,
    model: skillModel(call, noted),
    async emit(event) {
      if (!isOpen) throw new Error('this skill has ended: nothing can be emitted any more');
      if (!isSkillEvent(event)) throw new TypeError('expected { event: "token" | "thinking", data: { text } }');
      try {
        call.signal.throwIfAborted();
        await call.emit(event);
      } catch (error) {
        throw noted(error);
      }
    },
  };
  return {
    ctx,
    threw: (error) => typeof error === 'object' && error !== null && thrown.has(error),
    close: () => (isOpen = false),
  };
}

function skillModel({ agent, model, usage, signal }: SkillCall, noted: (error: unknown) => unknown): SkillModel {
  const requestOf = (messages: ModelMessage[], json = false): ModelRequest => ({ settings: agent.model, messages, json });
  return {
    async complete(messages, options) {
      try {
        const answer = await model.complete(requestOf(messages, options?.json), signal);
        usage.add(answer.usage);
        return answer.text;
      } catch (error) {
        throw noted(error);
      }
    },
    async *stream(messages) {
      try {
        // Nobody gets what it thinks: it must not count as handed out.
        for await (const delta of model.stream({ ...requestOf(messages), thinking: false }, signal)) {
          usage.add(delta.usage);
          if (delta.text !== undefined) yield delta.text;
        }
      } catch (error) {
        throw noted(error);
      }
    },
  };
}

function isSkillEvent(value: unknown): value is SkillEvent {
  const { event, data } = (value ?? {}) as Partial<SkillEvent>;
  return (event === 'token' || event === 'thinking') && typeof data?.text === 'string';
}
