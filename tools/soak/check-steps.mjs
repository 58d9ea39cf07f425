// How often skills ran: once, or again under the same stepId where a worker was lost.
import { attemptsOf } from './about-run.mjs';

/** `names`: the side effects that `runs` (viewers) may have had for the message `nonce`; each happened where they came to `end`. */
export async function checkSteps(soak, nonce, names, runs, end) {
  const { book, stack, steps } = soak;
  const [{ kind }] = runs;
  const attempts = await attemptsOfAll(soak, runs);
  for (const name of names) {
    const done = stack.effects.of(`${nonce}/${name}`);
    const stepIds = new Set(done.map(({ stepId }) => stepId));
    const what = `${nonce}/${name}: ${JSON.stringify(done)}, runs ${[...new Set(runs.map(({ runId }) => runId))]}`;
    if (stepIds.size > 1) book.violation('two stepIds', kind, what);
    for (const stepId of stepIds) {
      if ((steps.get(stepId) ?? `${nonce}/${name}`) !== `${nonce}/${name}`) book.violation('shared stepId', kind, what);
      steps.set(stepId, `${nonce}/${name}`);
    }
    if (done.length > attempts) book.violation('more runs than attempts', kind, `${what}; ${attempts} attempts`);
    const mustHaveRun = end === 'completed' || end === 'interrupted';
    if (mustHaveRun && done.length === 0) book.violation('skipped skill', kind, what);
  }
}

async function attemptsOfAll(soak, runs) {
  const distinct = new Map(runs.map((run) => [run.runId, run]));
  const counts = await Promise.all([...distinct.values()].map((run) => attemptsOf(soak, run)));
  return counts.reduce((sum, count) => sum + count, 0);
}
