import { Inject, Injectable } from '@nestjs/common';
import { Drain } from '../drain/drain.js';
import { type AppLogger, LOGGER } from '../logging/app-logger.js';

/** Resolves when what it stands for can be used; rejects with the reason otherwise. */
export type Probe = () => Promise<unknown>;

export interface ReadinessReport {
  status: 'ok' | 'unavailable' | 'draining';
  /** Probe name → `ok`, or in a few words why not. */
  checks: Record<string, string>;
}

const CACHE_MS = 250;
const PROBE_TIMEOUT_MS = 1000;

/** Whether this process may get traffic: everything it needs answers, and it is not draining. */
@Injectable()
export class Readiness {
  private readonly probes = new Map<string, Probe>();
  private cached?: { at: number; checks: Promise<Record<string, string>> };
  private lastMissing?: string;

  constructor(
    private readonly drain: Drain,
    @Inject(LOGGER) private readonly logger: AppLogger,
  ) {}

  /** A probe takes at most a second; its name is what `/readyz` and the log say is missing. */
  register(name: string, probe: Probe): void {
    this.probes.set(name, probe);
    this.cached = undefined;
  }

  async report(): Promise<ReadinessReport> {
    const checks = await this.checks();
    const missing = Object.keys(checks).filter((name) => checks[name] !== 'ok');
    this.note(missing.join(', '));
    return { status: this.drain.isDraining ? 'draining' : missing.length > 0 ? 'unavailable' : 'ok', checks };
  }

  private checks(): Promise<Record<string, string>> {
    const now = performance.now();
    if (this.cached === undefined || now - this.cached.at > CACHE_MS) this.cached = { at: now, checks: this.runProbes() };
    return this.cached.checks;
  }

  private async runProbes(): Promise<Record<string, string>> {
    const results = [...this.probes].map(async ([name, probe]): Promise<[string, string]> => [name, await outcomeOf(probe)]);
    return Object.fromEntries(await Promise.all(results));
  }

  private note(missing: string): void {
    if (missing === this.lastMissing) return;
    if (missing !== '') this.logger.warn(`not ready: waiting for ${missing}`);
    else this.logger.info('ready');
    this.lastMissing = missing;
  }
}

async function outcomeOf(probe: Probe): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, PROBE_TIMEOUT_MS, 'no answer in time');
  });
  const answered = Promise.resolve()
    .then(probe)
    .then(
      () => 'ok',
      () => 'not reachable',
    );
  const outcome = await Promise.race([answered, timedOut]);
  clearTimeout(timer);
  return outcome;
}
