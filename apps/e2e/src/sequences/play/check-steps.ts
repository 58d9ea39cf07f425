import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Facts } from '../model/facts.js';
import type { Step, World } from '../model/world.js';
import type { Play } from './play.js';

const REPORTING = ['twice', 'sum', 'answer'];

/** What a module told of one of its runs; see ../agents/report.mjs. */
interface Report {
  skill: string;
  stepId: string;
  answers: Facts;
  cancelled: boolean;
  state: Facts;
  pid: number;
}

export const reportKey = ({ session }: Play, skill: string, message: string): string => `${session}/${skill}/${message}`;

export const reportsOf = (play: Play, message: string): Report[] =>
  REPORTING.flatMap((skill) => play.effects.of(reportKey(play, skill, message)) as Report[]);

/**
 * What modules did for the latest message is what they should have: each was given the answers of its own items, and saw the
 * state as it was. A step that is done again after a crash has the same id, and counts once. `isOver`: all of it was done.
 */
export function checkSteps(play: Play, { world, isOver }: { world: World; isOver: boolean }): void {
  const left = [...world.steps];
  const done = new Map<string, Report>();
  for (const report of reportsOf(play, world.message)) {
    const before = done.get(report.stepId);
    done.set(report.stepId, report);
    if (before) assert.deepEqual(stepOf(report), stepOf(before), `step ${report.stepId}, done again, is given the same`);
    if (before) continue;
    const at = left.findIndex((step) => isDeepStrictEqual(comparable(step), stepOf(report)));
    const isKnown =
      at >= 0 || (report.skill === 'answer' && world.steps.some((step) => isDeepStrictEqual(comparable(step), stepOf(report))));
    assert.ok(isKnown, `a step that is not expected: ${JSON.stringify(report)}\nexpected: ${JSON.stringify(left)}`);
    if (at >= 0) left.splice(at, 1);
  }
  const missing = left.filter(({ isSure }) => isSure);
  if (isOver) assert.deepEqual(missing, [], 'every step was done');
}

/** Without what other skills of the same message add meanwhile: whether that is there yet is no matter of right or wrong. */
function comparable({ skill, facts, answers, cancelled }: Omit<Step, 'isSure'>): Omit<Step, 'isSure'> {
  const { sum: _sum, ...rest } = facts;
  return { skill, facts: skill === 'answer' ? facts : rest, answers, cancelled };
}

const stepOf = ({ skill, state, answers, cancelled }: Report) => comparable({ skill, facts: state, answers, cancelled });
