import type { INestApplication } from '@nestjs/common';
import { Drain } from '../drain/drain.js';
import type { AppLogger } from '../logging/app-logger.js';

const CLOSE_TIMEOUT_MS = 2000;

/**
 * SIGTERM and SIGINT drain, close and exit with 0; the same signal again exits at once. (Ctrl-C reaches a supervised
 * process twice, as SIGINT of the terminal and as SIGTERM of the supervisor: that is one wish, not impatience.)
 */
export function exitOnSignals(app: INestApplication, logger: AppLogger): void {
  const received = new Set<NodeJS.Signals>();
  const leave = async (): Promise<void> => {
    await app.get(Drain).begin();
    setTimeout(() => {
      logger.warn('closing takes too long; leaving anyway');
      process.exit(0);
    }, CLOSE_TIMEOUT_MS);
    await app.close().catch((error: unknown) => logger.error({ err: error }, 'closing failed'));
    logger.info('bye');
    process.exit(0);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (received.has(signal)) process.exit(1);
    received.add(signal);
    if (received.size > 1) return;
    logger.info(`${signal}: draining`);
    void leave();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
