import type { AppLogger } from '../logging/app-logger.js';

/**
 * A promise that somebody's background task forgot must not take other users' streams down: it is logged, and life goes on.
 * After an exception that nobody caught the process's state is unknown: it ends with 1.
 */
export function surviveRejections(logger: AppLogger): void {
  process.on('unhandledRejection', (reason) => logger.error({ err: reason }, 'a rejected promise was not handled'));
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'an exception was not caught');
    process.exit(1);
  });
}
