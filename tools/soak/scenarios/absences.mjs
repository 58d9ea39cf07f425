// People who lose their connection, close the tab, come back, or do not.
import { setTimeout as delay } from 'node:timers/promises';
import { aboutRun } from '../about-run.mjs';
import { checkRun } from '../check-run.mjs';
import { open } from '../http.mjs';
import { TIMES } from '../system.mjs';

/** The grace, a worker that is killed in it and replaced, and the time that viewers have to come back after an outage. */
const UNWATCHED_ENDS_WITHIN_MS = 30_000;

/** Again and again gone for a moment, and back through another gateway. */
export async function reconnect(user, kind) {
  const { random } = user;
  const asked = user.asks(random.between(40, 100), 20);
  const viewer = await user.chat(kind, asked);
  for (let left = random.between(1, 4); left > 0 && !viewer.isOver; left -= 1) {
    await viewer.saw(viewer.ledger.events.length + random.between(0, 25));
    const comeBack = viewer.leave();
    await delay(random.of([0, 0, 20, 300, TIMES.graceMs / 3]));
    comeBack();
  }
  await checkRun(user.soak, viewer, { ends: ['completed'], text: asked.text });
}

/** Gone for good: the run ends soon, whatever happens to its worker meanwhile. What became of it is seen afterwards. */
export async function leave(user, kind) {
  const { soak, sessionId } = user;
  const asked = user.asks(2000, 20);
  const viewer = await user.chat(kind, asked);
  await viewer.saw(user.random.between(0, 30));
  const comeBack = viewer.leave();
  const until = performance.now() + UNWATCHED_ENDS_WITHIN_MS;
  for (let isActive = true; isActive && performance.now() < until;) {
    await delay(TIMES.graceMs / 4);
    const session = await soak.front.fetch({ path: `/sessions/${sessionId}`, gateway: user.gateway(), kind });
    isActive = session.active_run_id === viewer.runId;
    if (isActive && performance.now() > until) soak.book.violation('goes on unwatched', kind, await aboutRun(soak, viewer));
  }
  comeBack();
  await checkRun(soak, viewer, { ends: ['disconnected'], text: asked.text });
}

export async function continueAlone(user, kind) {
  const asked = user.asks(80, 20);
  const viewer = await user.chat(kind, asked, { on_disconnect: 'continue' });
  await viewer.saw(user.random.between(0, 30));
  const comeBack = viewer.leave();
  await delay(user.random.between(500, TIMES.graceMs + 3000));
  comeBack();
  await checkRun(user.soak, viewer, { ends: ['completed'], text: asked.text });
}

/** Gone before there is an answer: nothing of it may stay. */
export async function vanish(user, kind) {
  const asked = user.asks(200, 20);
  const path = `/sessions/${user.sessionId}/chat`;
  const body = { agent_id: 'talk', message: asked.message, on_pending_card: 'supersede' };
  const gone = new AbortController();
  const call = { port: user.soak.front.ports[user.gateway()], method: 'POST', path, body, signal: gone.signal };
  const answered = open(call).then(
    (answer) => answer.body.destroy(),
    () => undefined,
  );
  await delay(user.random.of([0, 1, 2, 4, 8, 15, 30]));
  gone.abort();
  await answered;
  user.soak.book.started(kind);
  user.soak.book.ended(kind, 'unknown');
  // What nobody has waited for may arrive later than the next message, and would pre-empt it.
  user.newSession();
}
