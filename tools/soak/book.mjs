// What has happened: runs by kind, how they ended, how long things took, and everything that must not be.

/** All that must be 0, in the order in which it is shown. */
export const MUST_BE_0 = [
  'lost',
  'doubled',
  'out of order',
  'after the end',
  'hung',
  'wrong end',
  'wrong text',
  'seen ≠ replayed',
  'stored ≠ shown',
  'two stepIds',
  'shared stepId',
  'more runs than attempts',
  'skipped skill',
  'wrong prompt',
  'cancelled while followed',
  'goes on unwatched',
  'wrong refusal',
  'no answer',
  'bad bytes',
  'bad exit',
  'session wedged',
  'left behind',
];

/** How much of a violation is shown when it happens; all of it is in the journal. */
const SHOWN_AT_ONCE = 160;

export class Book {
  kinds = new Map();
  violations = [];
  timings = {
    'stop → preempted': [],
    'stop → last upstream byte': [],
    'kill -9 of an engine → rewind': [],
    'SIGTERM of an engine → rewind': [],
    'SIGTERM of redis → rewind': [],
  };
  refusals = new Map();
  /** One line each: what was done to the system, and the runs that failed. For whoever looks for a reason. */
  journal = [];

  constructor(lastChaos) {
    this.lastChaos = lastChaos;
  }

  started(kind) {
    this.#of(kind).started += 1;
  }

  /** `how`: completed, interrupted, preempted, aborted, disconnected, or an error's code. */
  ended(kind, how) {
    const { ends } = this.#of(kind);
    ends.set(how, (ends.get(how) ?? 0) + 1);
  }

  refused(code) {
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }

  took(what, ms) {
    this.timings[what].push(ms);
  }

  violation(what, kind, detail) {
    if (!MUST_BE_0.includes(what)) throw new TypeError(`no such violation: ${what}`);
    this.note(`violation: ${what} [${kind}] ${detail}`);
    process.stdout.write(`${what} [${kind}] ${detail.slice(0, SHOWN_AT_ONCE)}\n`);
    this.violations.push({ what, kind, at: new Date().toISOString(), chaos: this.lastChaos(), detail });
  }

  note(what) {
    this.journal.push(`${new Date().toISOString()} ${what}`);
  }

  count(what, kind) {
    return this.violations.filter((each) => each.what === what && (kind === undefined || each.kind === kind)).length;
  }

  get runs() {
    return [...this.kinds.values()].reduce((sum, { started }) => sum + started, 0);
  }

  #of(kind) {
    if (!this.kinds.has(kind)) this.kinds.set(kind, { started: 0, ends: new Map() });
    return this.kinds.get(kind);
  }
}

/** How a run ended, in one word. */
export function endOf(terminal) {
  if (terminal.event === 'end') return terminal.data.status;
  return terminal.event === 'preempted' ? terminal.data.reason : terminal.data.code;
}
