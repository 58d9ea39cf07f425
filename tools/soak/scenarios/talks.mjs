// Answers that nobody disturbs.
import { setTimeout as delay } from 'node:timers/promises';
import { checkRun, mayEndSo } from '../check-run.mjs';
import { Refused } from '../refused.mjs';

export async function short(user, kind) {
  const asked = user.asks(user.random.between(1, 8), user.random.of([0, 0, 3]));
  await checkRun(user.soak, await user.chat(kind, asked), { ends: ['completed'], text: asked.text });
}

export async function long(user, kind) {
  const asked = user.asks(user.random.between(40, 120), 20);
  await checkRun(user.soak, await user.chat(kind, asked), { ends: ['completed'], text: asked.text });
}

/** Somebody else follows the same run, from some moment on, through another gateway. */
export async function twoViewers(user, kind) {
  const asked = user.asks(60, 20);
  const gateway = user.gateway();
  const first = await user.chat(kind, asked, { gateway });
  await first.saw(user.random.between(0, 50));
  const second = user.viewer(kind, asked);
  second.join(first.runId, gateway + 1);
  const expected = { ends: ['completed'], text: asked.text };
  await Promise.all([checkRun(user.soak, first, expected), checkRun(user.soak, second, expected)]);
}

export async function json(user, kind) {
  const { soak, sessionId } = user;
  const asked = user.asks(user.random.between(1, 60), 10);
  const body = { agent_id: 'talk', message: asked.message, stream: false, on_pending_card: 'supersede' };
  const call = { method: 'POST', path: `/sessions/${sessionId}/chat`, body, gateway: user.gateway(), isStarting: true, kind };
  const { status, headers, json: answer } = await soak.front.document(call);
  const hasRun = headers['x-run-id'] !== undefined;
  if (status !== 200 && !(hasRun && mayEndSo(soak, answer.code))) throw new Refused(kind, answer);
  soak.book.started(kind);
  if (status !== 200) return soak.book.ended(kind, answer.code);
  soak.book.ended(kind, answer.status);
  if (answer.status !== 'completed') soak.book.violation('wrong end', kind, `${answer.run_id}: ${answer.status}`);
  if (answer.output !== asked.text || answer.result.content !== asked.text)
    soak.book.violation('wrong text', kind, `${answer.run_id}: ${JSON.stringify(answer)}`);
  await delay(user.random.below(50));
}
