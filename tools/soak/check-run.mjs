// What must hold for a run once it has ended, whatever happened to it.
import { isDeepStrictEqual } from 'node:util';
import { endOf } from './book.mjs';
import { aboutRun } from './about-run.mjs';
import { readItems } from './http.mjs';
import { TIMES } from './system.mjs';

/** What a person may be told when processes are killed; otherwise nothing at all. */
const OUTAGES = new Set(['engine_unavailable', 'store_unavailable', 'queue_timeout']);

/** Whether a run may have ended so because something was taken down. */
export const mayEndSo = (soak, end) => soak.mayFail && OUTAGES.has(end);

/**
 * Waits for the run's end and judges all that its viewer saw. `ends`: how it may have ended. `text`: all that a completed
 * turn says, of which any other says a part. Returns how it ended, undefined where it did not.
 */
export async function checkRun(soak, viewer, { ends, text }) {
  await viewer.done;
  const { book } = soak;
  const { kind, ledger, runId, sessionId } = viewer;
  const name = `${runId} (${sessionId})`;
  if (viewer.isHung) book.violation('hung', kind, await aboutRun(soak, viewer));
  for (const [what, count] of Object.entries(ledger.wrong)) {
    if (count > 0) book.violation(what, kind, `${name}: ${count}; ${told(ledger)}`);
  }
  if (!ledger.terminal) return undefined;
  const end = endOf(ledger.terminal);
  if (ledger.terminal.event === 'error') book.note(`${kind} ${name} failed: ${end}`);
  if (!ends.includes(end) && !mayEndSo(soak, end))
    book.violation(...wrongEnd(viewer, end), `${name}: ${end}; ${await aboutRun(soak, viewer)}`);
  if (text !== undefined) checkText(book, viewer, text, end);
  await checkReplay(soak, viewer, name);
  await checkStored(soak, viewer, name);
  return end;
}

function wrongEnd(viewer, end) {
  const wasThere = viewer.longestAbsenceMs < TIMES.graceMs;
  return [end === 'disconnected' && wasThere ? 'cancelled while followed' : 'wrong end', viewer.kind];
}

function checkText(book, { kind, runId, ledger }, whole, end) {
  const isRight = end === 'completed' || end === 'interrupted' ? ledger.text === whole : whole.startsWith(ledger.text);
  if (!isRight) book.violation('wrong text', kind, `${runId} ${end}: ${JSON.stringify(ledger.text)} of ${JSON.stringify(whole)}`);
}

/** The log says the same to everybody, also afterwards and through another gateway. */
async function checkReplay(soak, { kind, runId, sessionId, ledger }, name) {
  const path = `/sessions/${sessionId}/stream?run_id=${runId}`;
  let events;
  for (let how = 'broken'; how !== 'whole';) {
    events = [];
    const answer = await soak.front.ask({ path, gateway: soak.random.below(soak.front.size), kind });
    how = await readItems(answer.body, (item) => item.event !== 'replay' && events.push(item)).catch(() => 'broken');
  }
  const replayed = events.map(({ runId: _runId, ...event }) => event);
  if (isDeepStrictEqual(replayed, ledger.events)) return;
  const at = replayed.findIndex((event, i) => !isDeepStrictEqual(event, ledger.events[i]));
  const [there, here] = [replayed[at] ?? replayed.at(-1), ledger.events[at < 0 ? replayed.length : at]].map((one) =>
    JSON.stringify(one),
  );
  soak.book.violation('seen ≠ replayed', kind, `${name}: the log has ${there}, its viewer saw ${here}`);
}

/** A stored message is what its user was shown. */
async function checkStored(soak, { kind, runId, sessionId, ledger }, name) {
  const page = await soak.front.fetch({ path: `/sessions/${sessionId}/messages?limit=100`, gateway: 0, kind });
  const [message, ...more] = page.items.filter(({ run_id, role }) => run_id === runId && role === 'assistant');
  const { terminal, text, card } = ledger;
  const shown = { content: text, card, preempted: terminal.event === 'preempted', failed: terminal.event === 'error' };
  const stored = message && {
    content: message.content,
    card: message.card,
    preempted: message.preempted ?? false,
    failed: message.failed ?? false,
  };
  const isRight = message ? more.length === 0 && isDeepStrictEqual(stored, shown) : text === '' && !card;
  if (!isRight) soak.book.violation('stored ≠ shown', kind, `${name}: ${JSON.stringify({ stored, shown, more })}`);
}

const told = ({ events }) =>
  events
    .map(({ seq, event }) => `${seq}:${event}`)
    .join(' ')
    .slice(-400);
