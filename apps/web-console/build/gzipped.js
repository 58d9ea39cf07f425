import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|svg|html)$/;

/** Lays a `.gz` beside each file that gets smaller by it, so that nobody has to compress while serving. */
export function gzipped() {
  return {
    name: 'gzipped',
    apply: 'build',
    async writeBundle({ dir }) {
      const files = await readdir(dir, { recursive: true, withFileTypes: true });
      const paths = files
        .filter((file) => file.isFile() && COMPRESSIBLE.test(file.name))
        .map((file) => path.join(file.parentPath, file.name));
      await Promise.all(paths.map(compress));
    },
  };
}

async function compress(file) {
  const bytes = await readFile(file);
  const smaller = await promisify(gzip)(bytes, { level: 9 });
  if (smaller.length < bytes.length) await writeFile(`${file}.gz`, smaller);
}
