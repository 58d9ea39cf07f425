import { ANSWER_NODE, nodesOf, type Agent, type Skill } from '../agents/agent.js';
import { isPresent } from '../skills/read-path.js';
import { markOf, type Choice, type ThreadState } from './thread-state.js';

/** Where the graph goes from the router. */
export type NextStep =
  { go: 'skills'; ids: string[] } | { go: 'choose'; among: string[] } | { go: 'gate' } | { go: typeof ANSWER_NODE };

type Routed = Pick<Agent, 'router' | 'skills' | 'visibleNodes'>;

/**
 * The router's decision. All skills that can run do, in parallel; one that a person hears or sees something of runs alone,
 * after the others, so that what it shows has one place in the run. When none is left, what is asked becomes one card; when
 * nothing is asked, the answer speaks. With `router: model` a model chooses among those that could start.
 */
export function nextStep(agent: Routed, state: ThreadState): NextStep {
  const goingOn = agent.skills.filter(({ id }) => goesOn(state, id));
  const canStart = state.finish ? [] : agent.skills.filter((skill) => isStartable(agent, skill, state));
  const isAsking = nodesOf(agent).some((id) => markOf(state, id)?.status === 'asking');
  const runnable = [...goingOn, ...(agent.router === 'rules' ? canStart : chosenOf(state, canStart))].map(({ id }) => id);
  const quiet = runnable.filter((id) => !agent.visibleNodes.has(id) && !hasCalls(state, id));
  if (quiet.length > 0) return { go: 'skills', ids: inOrder(agent, quiet) };
  if (runnable.length > 0) return { go: 'skills', ids: inOrder(agent, runnable).slice(0, 1) };
  if (isAsking) return { go: 'gate' };
  // A model that chose nothing has said that the answer's time has come.
  const isOpen = agent.router === 'model' && canStart.length > 0 && choiceOf(state)?.skills.length !== 0;
  return isOpen ? { go: 'choose', among: canStart.map(({ id }) => id) } : { go: ANSWER_NODE };
}

/** What it asked is answered, or its tools have calls or results: it goes on, whatever the state holds by now. */
function goesOn(state: ThreadState, id: string): boolean {
  const status = markOf(state, id)?.status;
  return status === 'answered' || status === 'working';
}

/** Once per chat message. A model as router may choose also what has nothing left to produce. */
function isStartable({ router }: Routed, { id, requires, produces }: Skill, state: ThreadState): boolean {
  if (markOf(state, id)) return false;
  const isThere = (path: string): boolean => isPresent(state.facts, path);
  return requires.every(isThere) && (router === 'model' || !produces.every(isThere));
}

const hasCalls = (state: ThreadState, id: string): boolean => (markOf(state, id)?.work?.calls.length ?? 0) > 0;

function chosenOf(state: ThreadState, canStart: readonly Skill[]): Skill[] {
  const chosen = choiceOf(state)?.skills ?? [];
  return canStart.filter(({ id }) => chosen.includes(id));
}

/** For the current chat message. */
function choiceOf({ choice, turn }: ThreadState): Choice | undefined {
  return choice?.chatTurn === turn.chatTurn ? choice : undefined;
}

const inOrder = ({ skills }: Routed, ids: readonly string[]): string[] =>
  skills.flatMap(({ id }) => (ids.includes(id) ? id : []));
