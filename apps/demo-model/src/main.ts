import { ConfigError, readConfig, type Config } from './config.js';
import { DemoModel } from './demo-model.js';
import { createLog, type Log } from './log.js';

/** sysexits' EX_CONFIG, as the other apps use it: supervisors need not try again. */
const CONFIG_EXIT_CODE = 78;

function exit(message: string, code: number): never {
  process.stderr.write(`demo-model: ${message}\n`);
  process.exit(code);
}

function configOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (error instanceof ConfigError) exit(error.message, CONFIG_EXIT_CODE);
    throw error;
  }
}

/** Why the server cannot listen, in words that name the variable to change. */
function whyNotListening(error: unknown, { host, port }: Config): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `port ${port} on ${host} is taken: stop what listens there, or set DEMO_MODEL_PORT`;
  if (code === 'EACCES') return `port ${port} on ${host} is not allowed for this user: set DEMO_MODEL_PORT to 1024 or more`;
  return `cannot listen on ${host}, port ${port} (HOST, DEMO_MODEL_PORT): ${message}`;
}

/** The first signal lets answers that are under way end; a second one exits at once. */
function drainOnSignals(model: DemoModel, drainTimeoutMs: number, log: Log): void {
  let leaving = false;
  const leave = (signal: NodeJS.Signals): void => {
    if (leaving) process.exit(1);
    leaving = true;
    log.info(`${signal}: draining`);
    void model.drain(drainTimeoutMs).then(() => log.info('bye'));
  };
  process.on('SIGTERM', leave);
  process.on('SIGINT', leave);
}

const config = configOrExit();
const log = createLog(config.logLevel, (line) => process.stdout.write(line));
const model = new DemoModel({ paceMs: config.paceMs, log });
drainOnSignals(model, config.drainTimeoutMs, log);
try {
  const port = await model.listen(config.port, config.host);
  log.info(`listening on http://${config.host}:${port}`, { port });
} catch (error) {
  exit(whyNotListening(error, config), 1);
}
