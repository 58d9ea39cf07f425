// How busy this process is, so that nobody takes its own delays for those of what it measures.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

const RESOLUTION_MS = 2;

/** Ms of a clock that all processes of this machine share. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;

export class LoopMeter {
  #histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #cpu = process.cpuUsage();
  #use = performance.eventLoopUtilization();
  #at = performance.now();

  constructor() {
    this.#histogram.enable();
  }

  /** Since it was made: by how much timers were late (ms), and the share of a core that this process took. */
  read() {
    const { user, system } = process.cpuUsage(this.#cpu);
    const late = (ns) => Math.max(0, ns / 1e6 - RESOLUTION_MS);
    return {
      lateP50Ms: late(this.#histogram.percentile(50)),
      lateP99Ms: late(this.#histogram.percentile(99)),
      lateMaxMs: late(this.#histogram.max),
      busy: performance.eventLoopUtilization(this.#use).utilization,
      cpu: (user + system) / 1000 / (performance.now() - this.#at),
    };
  }
}
