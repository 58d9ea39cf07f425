// The secret that the services of this machine show each other, made up at the first start.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Kept, readable for its owner only, so that services of an earlier start and the next one agree. */
export function internalToken(dataDir) {
  const file = path.join(dataDir, 'internal-token');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (kept) return kept;
  mkdirSync(dataDir, { recursive: true });
  const token = randomBytes(32).toString('hex');
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  return token;
}
