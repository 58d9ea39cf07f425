// What goes wrong, one thing after the other, at random times.
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';

const EVERY_MS = [500, 5000];
const DOWN_MS = [300, 4000];
const REDIS_DOWN_MS = [50, 1500];
const GROUPS = { engine: 'engines', gateway: 'gateways', store: 'stores' };

export class Chaos {
  /** What was done, in order: `{ what, at, hasOtherEngine }` (ms, monotonic); an engine was up to which nothing was being done. */
  done = [];
  #under = [];
  #busy = new Set();
  #isRolling = false;

  constructor({ stack, kinds, random, book }) {
    Object.assign(this, { stack, kinds, random, book });
  }

  get last() {
    return this.done.at(-1);
  }

  /** Until `until` (ms, monotonic); resolves when everything runs again. */
  async run(until) {
    while (this.kinds.length > 0) {
      await delay(this.random.between(...EVERY_MS));
      if (performance.now() > until) break;
      await this.#act(this.random.of(this.kinds));
    }
    await Promise.all(this.#under);
    await this.stack.startServices();
  }

  async #act(kind) {
    const [how, group] = kind.split('-');
    if (kind === 'redis') return this.#restartRedis();
    if (kind === 'pubsub') return this.#cutSubscribers();
    const one = group === 'all' ? undefined : this.random.of(this.stack[GROUPS[group]]);
    if (how === 'kill') this.#later(this.#kill(one));
    else if (!this.#isRolling) this.#later(this.#roll(one ? [one] : this.stack.services));
  }

  /** Goes on while it is down, so that others may go down, too. */
  #later(work) {
    const failed = (error) => this.book.violation('bad exit', 'chaos', error.message.slice(0, 500));
    this.#under.push(work.catch(failed));
  }

  async #kill(one) {
    await this.#alone(one, async () => {
      this.#note(`kill -9 ${one.name}`);
      await one.kill();
      await delay(this.random.between(...DOWN_MS));
    });
  }

  /** One after the other, as a rolling restart does; the next goes down when this one is ready. */
  async #roll(services) {
    this.#isRolling = true;
    for (const one of services) {
      await this.#alone(one, async () => {
        this.#note(`SIGTERM ${one.name}`);
        await this.#terminate(one);
      });
    }
    this.#isRolling = false;
  }

  /** Takes it down and starts it again, unless something is being done to it already. */
  async #alone(one, takeDown) {
    if (this.#busy.has(one)) return;
    this.#busy.add(one);
    await takeDown();
    one.launch();
    await one.untilReady();
    this.book.note(`${one.name} is back`);
    this.#busy.delete(one);
  }

  async #terminate(one) {
    try {
      const { code, signal } = await one.terminate();
      if (code !== 0) this.book.violation('bad exit', 'chaos', `${one.name} ended with ${code ?? signal} after SIGTERM`);
    } catch (error) {
      this.book.violation('bad exit', 'chaos', error.message.slice(0, 200));
    }
  }

  async #restartRedis() {
    const { redis } = this.stack;
    this.#note('SIGTERM redis');
    await redis.terminate();
    await delay(this.random.between(...REDIS_DOWN_MS));
    await redis.start();
    this.book.note('redis is back');
  }

  async #cutSubscribers() {
    this.#note('CLIENT KILL TYPE pubsub');
    const redis = new Redis(this.stack.redisUrl);
    await redis.client('KILL', 'TYPE', 'pubsub');
    await redis.quit();
  }

  #note(what) {
    const hasOtherEngine = this.stack.engines.some((engine) => !this.#busy.has(engine));
    this.done.push({ what, at: performance.now(), hasOtherEngine });
    this.book.note(what);
  }
}
