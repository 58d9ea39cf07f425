import { loadFragment, RUN_FRAGMENTS, Script } from '@parley/run-log';

const file = (name: string): URL => new URL(`../../lua/${name}.lua`, import.meta.url);

const OWN_FRAGMENTS = [
  'clock',
  'session-keys',
  'session-changed',
  'seal-run',
  'waiting-turns',
  'close-run',
  'active-run',
  'forsaken',
  'pending-card',
  'claim-card',
  'undo-start',
];

const FRAGMENTS = {
  ...RUN_FRAGMENTS,
  ...Object.fromEntries(OWN_FRAGMENTS.map((name) => [name, loadFragment(file(name))])),
};

const load = (name: string, numberOfKeys: number): Script => Script.load(file(name), numberOfKeys, FRAGMENTS);

/** Every atomic operation of the store: one Lua file each, whose header says what it takes, returns and who loses. */
export const SCRIPTS = {
  sessionCreate: load('session-create', 1),
  sessionRead: load('session-read', 1),
  sessionDelete: load('session-delete', 1),
  indexPut: load('index-put', 2),
  turnStart: load('turn-start', 7),
  turnStartOnce: load('turn-start', 8),
  turnClaim: load('turn-claim', 4),
  turnEnd: load('turn-end', 2),
  turnClose: load('turn-close', 3),
  turnAbort: load('turn-abort', 1),
} as const;
