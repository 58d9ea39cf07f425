import type { AppLogger } from './app-logger.js';

/** Says once that something went away and once that it is back, however often it is tried in between. */
export class OutageLog {
  private away = false;

  constructor(
    private readonly logger: AppLogger,
    private readonly what: string,
  ) {}

  failed(error: unknown): void {
    if (this.away) return;
    this.away = true;
    this.logger.warn({ err: error }, `${this.what} is not reachable; trying again until it is`);
  }

  works(): void {
    if (!this.away) return;
    this.away = false;
    this.logger.info(`${this.what} is reachable again`);
  }
}
