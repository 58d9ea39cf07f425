// Answers that are stopped: by their user, by the next message, or with the whole session.
import { setTimeout as delay } from 'node:timers/promises';
import { checkRun } from '../check-run.mjs';

/** How long the model may go on speaking to nobody. */
const SILENT_WITHIN_MS = 10_000;

/** Runs `stop`, which ends `viewer`'s run, and notes how long it took. */
async function timed({ soak }, viewer, stop) {
  const [at, wallAt] = [performance.now(), Date.now()];
  const isSure = await stop();
  await viewer.done;
  if (!isSure || viewer.ledger.terminal?.event !== 'preempted') return;
  soak.book.took('stop → preempted', viewer.endedAt - at);
  for (const call of soak.model.of(viewer.nonce)) {
    await Promise.race([call.ended, delay(SILENT_WITHIN_MS, undefined, { ref: false })]);
    if (call.abortedAt !== undefined) soak.book.took('stop → last upstream byte', Math.max(0, call.abortedAt - wallAt));
    else if (call.finishedAt === undefined)
      soak.book.violation('left behind', viewer.kind, `${viewer.runId}: its model call goes on`);
  }
}

/** Until it is over: a request that broke off may have come too early, or not at all. True where the first one did it. */
async function abortRun({ soak, sessionId, random }, viewer, gateway) {
  const body = random.chance(0.5) ? { run_id: viewer.runId } : {};
  for (let isFirst = true; ; isFirst = false) {
    const path = `/sessions/${sessionId}/abort`;
    const { json, tries } = await soak.front.document({ method: 'POST', path, body, gateway, kind: viewer.kind });
    if (json.aborted && json.run_id !== viewer.runId) soak.book.violation('wrong end', viewer.kind, `${json.run_id} was aborted`);
    await Promise.race([viewer.done, delay(1000)]);
    if (viewer.isOver) return isFirst && tries === 1 && json.aborted;
  }
}

export async function abort(user, kind) {
  const asked = user.asks(250, 20);
  const gateway = user.gateway();
  const viewer = await user.chat(kind, asked, { gateway });
  await viewer.saw(user.random.of([0, 0, 1, 2, 5, 20]));
  await timed(user, viewer, () => abortRun(user, viewer, gateway + user.random.below(2)));
  await checkRun(user.soak, viewer, { ends: ['aborted'], text: asked.text });
}

/** A chain of messages, each through another gateway, each in the middle of the answer before. */
export async function preempt(user, kind, agent_id = 'talk') {
  const { random, soak } = user;
  let gateway = user.gateway();
  let asked = user.asks(250, 20);
  let viewer = await user.chat(kind, asked, { gateway, agent_id });
  for (let left = random.between(1, 5); left > 0; left -= 1) {
    await viewer.saw(random.of([0, 0, 1, 3, 10, 20]));
    const next = left === 1 ? user.asks(5, 2) : user.asks(250, 20);
    let nextViewer;
    gateway += 1;
    await timed(user, viewer, async () => {
      nextViewer = await user.chat(kind, next, { gateway, agent_id: left === 1 ? 'talk' : agent_id });
      return true;
    });
    await checkRun(soak, viewer, { ends: ['preempted'], text: asked.text });
    [viewer, asked] = [nextViewer, next];
  }
  await checkRun(soak, viewer, { ends: ['completed'], text: asked.text });
}

export const deaf = (user, kind) => preempt(user, kind, 'deaf');

/** Two messages in the same moment: one of them stands. */
export async function race(user, kind) {
  const both = [user.asks(30, 10), user.asks(30, 10)];
  const viewers = await Promise.all(both.map((asked, i) => user.chat(kind, asked, { gateway: i })));
  const check = (viewer, i) => checkRun(user.soak, viewer, { ends: ['completed', 'preempted'], text: both[i].text });
  const ends = await Promise.all(viewers.map(check));
  if (ends.every((end) => end === 'preempted'))
    user.soak.book.violation('wrong end', kind, `both: ${viewers.map(({ runId }) => runId)}`);
}

/** Messages that wait for their turn; some are withdrawn while they wait. */
export async function enqueue(user, kind) {
  const { random, soak } = user;
  const gateway = user.gateway();
  const asked = Array.from({ length: random.between(2, 3) }, () => user.asks(40, 15));
  const viewers = [];
  for (const [i, each] of asked.entries()) {
    viewers.push(await user.chat(kind, each, { gateway: gateway + i, ...(i > 0 && { on_active_turn: 'enqueue' }) }));
    if (i === 0) await viewers[0].saw(random.between(0, 10));
  }
  const withdrawn = random.chance(0.3) ? viewers.at(-1) : undefined;
  if (withdrawn) {
    const path = `/sessions/${user.sessionId}/abort`;
    await soak.front.fetch({ method: 'POST', path, body: { run_id: withdrawn.runId }, gateway, kind });
  }
  const endsOf = (viewer) => (viewer === withdrawn ? ['aborted', 'completed'] : ['completed']);
  await Promise.all(viewers.map((viewer, i) => checkRun(soak, viewer, { ends: endsOf(viewer), text: asked[i].text })));
}

export async function reject(user, kind) {
  const asked = user.asks(60, 20);
  const viewer = await user.chat(kind, asked);
  await viewer.saw(user.random.between(1, 20));
  const other = await user.chat(kind, user.asks(1, 0), { on_active_turn: 'reject', mayRefuse: true });
  if (other.code && other.code !== 'turn_active') user.soak.book.violation('wrong refusal', kind, JSON.stringify(other));
  await checkRun(user.soak, viewer, { ends: ['completed'], text: asked.text });
  if (!other.code) await checkRun(user.soak, other, { ends: ['completed'] });
}

export async function deleteSession(user, kind) {
  const viewer = await user.chat(kind, user.asks(250, 20));
  await viewer.saw(user.random.between(0, 20));
  viewer.mayBeGone = true;
  const { soak, sessionId } = user;
  const { status } = await soak.front.ask({ method: 'DELETE', path: `/sessions/${sessionId}`, gateway: user.gateway(), kind });
  if (![204, 404].includes(status)) soak.book.violation('wrong refusal', kind, `DELETE ${sessionId}: ${status}`);
  soak.sessions.delete(sessionId);
  await viewer.done;
  if (viewer.isHung) soak.book.violation('hung', kind, `${viewer.runId}, whose session was deleted`);
  user.newSession();
}
