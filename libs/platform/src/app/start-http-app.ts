import { ConfigError } from '../config/config-error.js';
import { exitWrongConfig } from '../config/load-config.js';
import { Readiness } from '../health/readiness.js';
import { type AppLogger, createLogger } from '../logging/app-logger.js';
import { createHttpApp, type HttpAppOptions } from './create-http-app.js';
import { surviveRejections } from './survive-rejections.js';
import { exitOnSignals } from './exit-on-signals.js';

export interface StartOptions extends Omit<HttpAppOptions, 'logger'> {
  port: number;
}

const WAITING_CHECK_MS = 500;

/**
 * Runs a service: listens, answers `/healthz`, `/readyz` and `/metrics`, and on SIGTERM or SIGINT drains and exits with 0.
 * What it needs may be away: then it listens, unready, and says what it waits for. A taken port ends the process with 1,
 * a wrong configuration with 78.
 */
export async function startHttpApp({ port, ...options }: StartOptions): Promise<void> {
  const { name, config } = options;
  const logger = createLogger(name, config.LOG_LEVEL);
  surviveRejections(logger);
  try {
    const app = await createHttpApp({ ...options, logger });
    exitOnSignals(app, logger);
    await app.startAllMicroservices();
    await app.listen(port, config.HOST);
    logger.info(`listening on http://${config.HOST}:${port}`);
    watchUntilReady(app.get(Readiness));
  } catch (error) {
    if (error instanceof ConfigError) exitWrongConfig(error);
    exitNotStarted(error, logger);
  }
}

function exitNotStarted(error: unknown, logger: AppLogger): never {
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE') logger.fatal(`port ${port} on ${address} is taken by another process`);
  else logger.fatal({ err: error }, 'the app could not start');
  process.exit(1);
}

/** Asks until the answer is yes, so that the log says what is missing even if nobody calls `/readyz`. */
function watchUntilReady(readiness: Readiness): void {
  const check = async (): Promise<void> => {
    if ((await readiness.report()).status === 'unavailable') setTimeout(() => void check(), WAITING_CHECK_MS).unref();
  };
  void check();
}
