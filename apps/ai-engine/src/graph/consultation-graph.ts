import type { RunnableConfig } from '@langchain/core/runnables';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import type { Card } from '@parley/contracts';
import { ANSWER_NODE, type Agent } from '../agents/agent.js';
import { mergeFacts } from './facts.js';
import { nextStep } from './next-step.js';
import { PlainRunnable } from './plain-runnable.js';
import { chooseNode } from './choose-node.js';
import { answerNode, gateNode, skillNode } from './nodes.js';
import { runContextOf } from './run-context.js';
import { whyOf } from './explain.js';
import type { Choice, Phase, ShownMark, SkillMark, StateUpdate, ThreadState, TurnMark } from './thread-state.js';

const latest = <Value>(initial: () => Value) => Annotation<Value>({ reducer: (_before, after) => after, default: initial });

const NOTHING_SHOWN: ShownMark = { runId: '', seq: 0, textBytes: 0 };

/** Reducers are idempotent: a superstep whose writes were kept may be applied again. */
const STATE = Annotation.Root({
  facts: Annotation<Record<string, unknown>>({ reducer: mergeFacts, default: () => ({}) }),
  skills: Annotation<Record<string, SkillMark>>({ reducer: (before, after) => ({ ...before, ...after }), default: () => ({}) }),
  turn: latest<TurnMark>(() => ({ runId: '', turn: 0, chatTurn: 0, chatEpoch: 0, agentId: '' })),
  phase: latest<Phase>(() => 'running'),
  choice: latest<Choice | null>(() => null),
  finish: Annotation<boolean>({ reducer: (_before, after) => after, default: () => false }),
  card: latest<Card | null>(() => null),
  answersUpto: latest<number>(() => 0),
  shown: Annotation<ShownMark>({ reducer: furthest, default: () => NOTHING_SHOWN }),
});

/** Nodes of one superstep report in any order; another run starts to count anew. */
export function furthest(before: ShownMark, after: ShownMark): ShownMark {
  return before.runId === after.runId && before.seq > after.seq ? before : after;
}

export type ConsultationGraph = ReturnType<typeof compileGraph>;

const ROUTER = 'router';
const GATE = 'gate';
const CHOOSE = 'choose';
const nodeOf = (skillId: string): string => `skill.${skillId}`;

/**
 * The graph of one agent, where ◇ is the router's decision (`nextStep`):
 *
 *     START ─◇─▶ skills, in parallel ─▶ router ─◇─▶ …
 *            ├─▶ choose ─◇─▶ …    a model chooses what may run (router: model)
 *            ├─▶ gate ─▶ END      something is asked
 *            └─▶ answer ─◇─▶ answer   it wants tools, or what they said
 *                        ├─▶ gate ─▶ END
 *                        └─▶ END  nothing is left to do
 *
 * A turn that asks ends here like any other; the next turn starts afresh with the answers merged (`takeIn`).
 * The router is a node only where parallel skills have to be waited for: every superstep costs a checkpoint.
 */
export function compileGraph(agent: Agent, checkpointer: BaseCheckpointSaver) {
  const skillNodes = agent.skills.map((skill) => ({ name: nodeOf(skill.id), run: new PlainRunnable(skillNode(skill)) }));
  const router = new PlainRunnable((state: ThreadState, config) => targetsOf(agent, state, config));
  const graph: StateGraph<typeof STATE.spec, ThreadState, StateUpdate, string> = new StateGraph(STATE);
  const targets = [...skillNodes.map(({ name }) => name), GATE, ANSWER_NODE, ...(agent.router === 'model' ? [CHOOSE] : [])];
  graph.addNode(GATE, new PlainRunnable(gateNode)).addNode(ANSWER_NODE, new PlainRunnable(answerNode));
  graph.addConditionalEdges(START, router, targets);
  if (skillNodes.length > 0) {
    graph.addNode(ROUTER, new PlainRunnable((): StateUpdate => ({})));
    for (const { name, run } of skillNodes) graph.addNode(name, run).addEdge(name, ROUTER);
    graph.addConditionalEdges(ROUTER, router, targets);
  }
  if (agent.router === 'model') graph.addNode(CHOOSE, new PlainRunnable(chooseNode)).addConditionalEdges(CHOOSE, router, targets);
  graph.addEdge(GATE, END).addConditionalEdges(ANSWER_NODE, router, [...targets, END]);
  return graph.compile({ checkpointer, name: agent.id });
}

function targetsOf(agent: Agent, state: ThreadState, config: RunnableConfig): string[] {
  if (state.phase === 'answered') return [END];
  const step = nextStep(agent, state);
  const { isTracing, log } = runContextOf(config);
  if (isTracing) log.debug('next step', { next: step, why: whyOf(agent, state, step) });
  return step.go === 'skills' ? step.ids.map(nodeOf) : [step.go];
}
