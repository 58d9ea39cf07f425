// What one client was told of one run, over all its connections, and whether the numbers are right.

const TERMINAL = new Set(['end', 'preempted', 'error']);

export class Ledger {
  events = [];
  terminal;
  /** Counts of what is wrong. */
  wrong = { lost: 0, doubled: 0, 'out of order': 0, 'after the end': 0 };
  lastSeq = 0;
  #seen = new Set();

  take(event) {
    const { seq } = event;
    if (this.#seen.has(seq)) this.wrong.doubled += 1;
    else if (this.terminal) this.wrong['after the end'] += 1;
    else if (seq > this.lastSeq) this.wrong.lost += seq - this.lastSeq - 1;
    else {
      // It was counted as lost when a later one came.
      this.wrong.lost -= 1;
      this.wrong['out of order'] += 1;
    }
    this.#seen.add(seq);
    this.lastSeq = Math.max(this.lastSeq, seq);
    this.events.push(event);
    if (TERMINAL.has(event.event)) this.terminal ??= event;
  }

  /** The text a person is shown: without what a `rewind` took back. */
  get text() {
    let shown = [];
    for (const event of this.events) {
      if (event.event === 'token') shown.push(event);
      else if (event.event === 'rewind') shown = shown.filter(({ seq }) => seq <= event.data.to_seq);
    }
    return shown.map(({ data }) => data.text).join('');
  }

  get card() {
    return this.events.find(({ event }) => event === 'card')?.data;
  }
}
