/** Does so many things at once; what is too much waits for its turn, first come first served. */
export class AtMost {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly limit: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.limit) this.running += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Whoever is next has this one's place.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
