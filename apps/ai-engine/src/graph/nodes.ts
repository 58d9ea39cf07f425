import type { RunnableConfig } from '@langchain/core/runnables';
import { assistantMessageId, type SkillEvent } from '@parley/contracts';
import { ANSWER_NODE, type Skill } from '../agents/agent.js';
import { executeAnswer } from '../skills/execute-answer.js';
import { executeForm } from '../skills/execute-form.js';
import { executeModule } from '../skills/execute-module.js';
import { executePrompt } from '../skills/execute-prompt.js';
import type { SkillCall, SkillStep, ToolEvent } from '../skills/skill-call.js';
import { applyStep, itemBaseOf, stepIdOf } from './apply-result.js';
import { buildCard } from './build-card.js';
import { runContextOf, type RunContext } from './run-context.js';
import { todoEvent } from './todo-event.js';
import { markOf, type StateUpdate, type ThreadState } from './thread-state.js';

type Node = (state: ThreadState, config: RunnableConfig) => Promise<StateUpdate>;

/** The node of one skill. What it asks goes into the state; only the gate makes a card of it. */
export const skillNode =
  (skill: Skill): Node =>
  async (state, config) => {
    const run = runContextOf(config);
    run.signal.throwIfAborted();
    const call = callOf(run, state, skill.id);
    return taken(run, state, skill.id, await execute(skill, call), call.stepId);
  };

/** Makes one card of everything that is asked, and ends the turn's way through the graph. */
export const gateNode: Node = async (state, config) => {
  const run = runContextOf(config);
  return { card: buildCard(run.agent, state, run.runId, new Date()), phase: 'asked', shown: await run.journal.settled() };
};

/** Speaks to the person. It comes again as long as its model wants tools, and when what it asked is answered. */
export const answerNode: Node = async (state, config) => {
  const run = runContextOf(config);
  run.signal.throwIfAborted();
  const call = callOf(run, state, ANSWER_NODE);
  const update = await taken(run, state, ANSWER_NODE, await executeAnswer(run.agent.answer, call), call.stepId);
  return update.skills?.[ANSWER_NODE]?.status === 'done' ? { ...update, phase: 'answered' } : update;
};

/** What a step does to the state, once all that it says is in the log. */
async function taken(run: RunContext, state: ThreadState, node: string, step: SkillStep, stepId: string): Promise<StateUpdate> {
  if ('result' in step && step.result.control.action === 'todo')
    await run.journal.emit(todoEvent(run, step.result.control, stepId));
  return { ...applyStep(state, node, step, run.lang), shown: await run.journal.settled() };
}

async function execute(skill: Skill, call: SkillCall): Promise<SkillStep> {
  switch (skill.kind) {
    case 'form':
      return { result: executeForm(skill, call.state) };
    case 'prompt':
      return executePrompt(skill, call);
    case 'module':
      return { result: await executeModule(skill.module, call) };
  }
}

export function callOf(run: RunContext, state: ThreadState, node: string): SkillCall {
  const mark = markOf(state, node);
  const { agent, lang, user, signal, model, tools, usage, log } = run;
  return {
    agent,
    state: state.facts,
    message: run.claimed.message,
    history: run.claimed.history,
    answers: mark?.answers ?? {},
    cancelled: mark?.cancelled ?? false,
    stepId: stepIdOf(run.threadId, state, node),
    emit: (event) => emit(run, node, event),
    emitTool: (event) => emitTool(run, node, event),
    isThinkingShown: agent.exposeThinking && agent.visibleNodes.has(node),
    work: mark?.work,
    itemBase: itemBaseOf(state, node),
    openTools: (names) => tools.open(agent, names, signal),
    ...{ lang, user, signal, model, usage, log },
  };
}

/** Visibility is default-deny: what a node says that its agent does not list reaches nobody. */
async function emit({ agent, journal, runId }: RunContext, node: string, event: SkillEvent): Promise<void> {
  if (!agent.visibleNodes.has(node)) return;
  if (event.event === 'token') {
    await journal.emit({ event: 'token', data: { text: event.data.text, node, message_id: assistantMessageId(runId) } });
  } else if (agent.exposeThinking) {
    await journal.emit({ event: 'thinking', data: { text: event.data.text, node } });
  }
}

async function emitTool({ journal }: RunContext, node: string, event: ToolEvent): Promise<void> {
  await journal.emit(event.event === 'tool_call' ? { event: 'tool_call', data: { ...event.data, node } } : event);
}
