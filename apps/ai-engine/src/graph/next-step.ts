import { ANSWER_NODE, type Agent, type Skill } from '../agents/agent.js';
import { isPresent } from '../skills/read-path.js';
import { markOf, type ThreadState } from './thread-state.js';

/** Where the graph goes from the router. */
export type NextStep = { go: 'skills'; ids: string[] } | { go: 'gate' } | { go: typeof ANSWER_NODE };

/**
 * The router's decision. All skills that can run do, in parallel; one that a person sees runs alone, after the others, so
 * that its text has one place in the run. When none is left, what is asked becomes one card; when nothing is asked, the
 * answer speaks.
 */
export function nextStep(agent: Pick<Agent, 'skills' | 'visibleNodes'>, state: ThreadState): NextStep {
  const runnable = state.finish ? [] : agent.skills.filter((skill) => isRunnable(skill, state)).map(({ id }) => id);
  const hidden = runnable.filter((id) => !agent.visibleNodes.has(id));
  if (hidden.length > 0) return { go: 'skills', ids: hidden };
  if (runnable.length > 0) return { go: 'skills', ids: runnable.slice(0, 1) };
  const asks = agent.skills.some(({ id }) => markOf(state, id)?.status === 'asking');
  return { go: asks ? 'gate' : ANSWER_NODE };
}

/** Once per chat message; a skill whose card was answered goes on, whatever the state holds by now. */
function isRunnable(skill: Skill, state: ThreadState): boolean {
  const mark = markOf(state, skill.id);
  if (mark) return mark.status === 'answered';
  return (
    skill.requires.every((path) => isPresent(state.facts, path)) && !skill.produces.every((path) => isPresent(state.facts, path))
  );
}
