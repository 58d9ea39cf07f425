// What some turns of a talk cost.
export class Window {
  tookMs = [];
  #sums = new Map();

  constructor(talk, from, to) {
    Object.assign(this, { talk, from, to });
  }

  get name() {
    const turns = this.from === this.to ? `turn ${this.from}` : `turns ${this.from}–${this.to}`;
    return `${this.talk.name}, ${turns}`;
  }

  /** The cost of one round of turns; only where it is one of these. */
  take(talk, cost, tookMs) {
    if (talk !== this.talk || talk.turn < this.from || talk.turn > this.to) return;
    for (const [what, used] of cost) this.#sums.set(what, (this.#sums.get(what) ?? 0) + used);
    this.tookMs.push(...tookMs);
  }

  /** Per turn. */
  of(what) {
    return (this.#sums.get(what) ?? 0) / this.tookMs.length;
  }

  /** The sum of all whose name begins so, per turn. */
  all(prefix) {
    return this.names(prefix).reduce((sum, name) => sum + this.of(prefix + name), 0);
  }

  /** Those names, without their beginning. */
  names(prefix) {
    return [...this.#sums.keys()].filter((what) => what.startsWith(prefix)).map((what) => what.slice(prefix.length));
  }
}
