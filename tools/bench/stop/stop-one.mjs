// One stop, through the other gateway than its stream's.
import { now } from '../loop-meter.mjs';
import { post } from './streamed-run.mjs';

const GIVES_UP_AFTER_MS = 10_000;

/**
 * Times (ms) in the answer: `sentAt`, `answeredAt` (an abort: its whole answer; a message: the headers of its stream),
 * `preemptedAt`. `problem`: why it is no stop.
 */
export async function stopOne(population, run, kind) {
  const gateway = (run.gateway + 1) % population.gateways.length;
  const stop = { kind, name: run.name, runId: run.runId, sentAt: now() };
  try {
    stop.answeredAt = await (kind === 'abort' ? abort(population, run, gateway) : message(population, run, gateway));
    await within(run.closed);
    if (run.terminal?.event !== 'preempted') stop.problem = `the stream ended with ${run.terminal?.event ?? 'nothing'}`;
  } catch (error) {
    stop.problem = error.message;
  }
  return { ...stop, preemptedAt: run.terminal?.at, tokensAfter: run.tokensAfter };
}

async function abort(population, run, gateway) {
  const answer = await post(`${population.sessionUrl(gateway, run.sessionId)}/abort`, { run_id: run.runId });
  let text = '';
  for await (const part of answer) text += part;
  const answeredAt = now();
  if (JSON.parse(text).aborted !== true) throw new Error(`abort was answered with ${answer.statusCode} ${text}`);
  void population.begin();
  return answeredAt;
}

/** The run that the message starts takes the place of the one that it stops. */
async function message(population, run, gateway) {
  const next = await population.open(population.nextOf(run, gateway));
  return next.answeredAt;
}

function within(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the stream is still open after ${GIVES_UP_AFTER_MS} ms`)), GIVES_UP_AFTER_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
