import type { SkillStanding } from '@parley/contracts';
import { nodesOf, type Agent, type Skill } from '../agents/agent.js';
import { isPresent } from '../skills/read-path.js';
import type { NextStep } from './next-step.js';
import { markOf, type ThreadState } from './thread-state.js';

/** Why each skill of a step runs: for the log. */
export function whyOf(agent: Agent, state: ThreadState, step: NextStep): Record<string, string> {
  if (step.go !== 'skills') return {};
  const skills = agent.skills.filter(({ id }) => step.ids.includes(id));
  return Object.fromEntries(skills.map((skill) => [skill.id, reasonOf(skill, state)]));
}

function reasonOf(skill: Skill, state: ThreadState): string {
  const mark = markOf(state, skill.id);
  if (mark?.status === 'answered') return mark.cancelled ? 'its card was cancelled' : 'its card was answered';
  if (mark?.status === 'working') return mark.work?.calls.length ? 'its model wants tools' : 'its tools have results';
  const { choice } = state;
  if (choice?.skills.includes(skill.id)) return `chosen by the model${choice.reason ? `: ${choice.reason}` : ''}`;
  const { missing } = needsOf(skill, state);
  return `has all it requires (${skill.requires.join(', ') || 'nothing'}), and these are missing: ${missing.join(', ')}`;
}

/** Why the skills of an agent run or don't, from the state of a thread. */
export function standingOf(agent: Agent, state: ThreadState): SkillStanding[] {
  const skills = new Map(agent.skills.map((skill) => [skill.id, skill]));
  return nodesOf(agent).map((id) => {
    const { requires = [], produces = [] } = skills.get(id) ?? {};
    const presence = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, isPresent(state.facts, path)]));
    const mark = markOf(state, id);
    const standing = { id, runs: mark?.runs ?? 0, requires: presence(requires), produces: presence(produces) };
    return { ...standing, status: mark?.status ?? unstarted(skills.get(id), state) };
  });
}

function unstarted(skill: Skill | undefined, state: ThreadState): SkillStanding['status'] {
  if (!skill) return 'ready';
  const { lacking, missing } = needsOf(skill, state);
  if (lacking.length > 0) return 'blocked';
  return missing.length > 0 ? 'ready' : 'satisfied';
}

function needsOf({ requires, produces }: Skill, { facts }: ThreadState) {
  const isAbsent = (path: string): boolean => !isPresent(facts, path);
  return { lacking: requires.filter(isAbsent), missing: produces.filter(isAbsent) };
}
