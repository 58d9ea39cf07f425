import { fileURLToPath } from 'node:url';

/** The agents that come with the engine; the same folder for sources and compiled code. */
export const BUILT_IN_AGENTS_DIR = fileURLToPath(new URL('../../agents', import.meta.url));
