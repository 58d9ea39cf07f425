import { CONFIG_EXIT_CODE, ConfigError, createLogger, exitWrongConfig, startHttpApp } from '@parley/platform';
import { AgentFileError } from './agents/agent-file-error.js';
import type { AgentCatalog } from './agents/agent-catalog.js';
import { BUILT_IN_AGENTS_DIR } from './agents/built-in-agents.js';
import { loadAgents } from './agents/load-agents.js';
import { AppModule } from './app.module.js';
import { environment, loadEngineConfig, type EngineConfig } from './config.js';

const config = loadEngineConfig();
const agents = await loadOrExit(config);

await startHttpApp({ name: 'ai-engine', module: AppModule.with(agents, config.ENGINE_ROLE), config, port: config.ENGINE_PORT });

async function loadOrExit({ AGENTS_DIR, DEFAULT_AGENT, LOG_LEVEL }: EngineConfig): Promise<AgentCatalog> {
  try {
    const loaded = await loadAgents([BUILT_IN_AGENTS_DIR, ...(AGENTS_DIR === undefined ? [] : [AGENTS_DIR])], environment());
    const log = createLogger('ai-engine', LOG_LEVEL);
    for (const { id, file, by } of loaded.overridden) log.info(`agent ${id}: ${by} is used instead of ${file}`);
    if (loaded.find(DEFAULT_AGENT)) return loaded;
    const known = loaded.list().map(({ id }) => id);
    exitWrongConfig(new ConfigError([{ name: 'DEFAULT_AGENT', expected: `one of ${known.join(', ')}`, came: DEFAULT_AGENT }]));
  } catch (error) {
    if (!(error instanceof AgentFileError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(CONFIG_EXIT_CODE);
  }
}
