// Tells whether files have changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Of all files at and below `paths`: the same as long as their names and contents are. What is not there counts as that. */
export function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((each) => filesAt(root, each)).sort()) {
    const bytes = readFileSync(path.join(root, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

function filesAt(root, each) {
  const full = path.join(root, each);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [each];
  const entries = readdirSync(full, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}
