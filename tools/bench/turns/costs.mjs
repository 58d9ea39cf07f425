// What was used between two looks, by name: `cpu <process>` (ms), `in`, `out` (bytes to and from Redis), `calls <command>` and
// `us <command>` (of Redis), `prompt` (bytes that the model got).

/** What is asked only for the sake of measuring. */
const OWN_COMMANDS = new Set(['info', 'memory|usage', 'scan']);

export class Costs {
  /** Bytes that were sent to us. */
  #own = 0;

  constructor({ processes, model, redis }) {
    Object.assign(this, { processes, model, redis });
  }

  /** All that was used so far, as far as it is counted. */
  async read() {
    const cpu = this.processes.map((each) => [`cpu ${each.name}`, each.cpuMs()]);
    const own = this.#own;
    const stats = await this.redis.info('stats');
    const commands = await this.redis.info('commandstats');
    this.#own += Buffer.byteLength(stats) + Buffer.byteLength(commands);
    const { calls } = await this.model.forget();
    const prompt = (this.prompt ?? 0) + calls.reduce((sum, { bytes }) => sum + bytes, 0);
    this.prompt = prompt;
    const counted = (name) => Number(new RegExp(`${name}:(\\d+)`).exec(stats)[1]);
    const [bytesIn, out] = [counted('total_net_input_bytes'), counted('total_net_output_bytes') - own];
    return new Map([...cpu, ['in', bytesIn], ['out', out], ['prompt', prompt], ...commandsOf(commands)]);
  }

  since(before, after) {
    return new Map([...after].map(([what, used]) => [what, used - (before.get(what) ?? 0)]));
  }
}

function commandsOf(text) {
  const lines = [...text.matchAll(/^cmdstat_(\S+?):calls=(\d+),usec=(\d+)/gm)].filter(([, name]) => !OWN_COMMANDS.has(name));
  return lines.flatMap(([, name, calls, us]) => [
    [`calls ${name}`, Number(calls)],
    [`us ${name}`, Number(us)],
  ]);
}
