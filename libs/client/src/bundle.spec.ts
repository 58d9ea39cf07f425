import { buildSync } from 'esbuild';
import { join } from 'node:path';

/** What a page loads for `@parley/client`: 12 kB, nothing of Node, no framework. */
const BUDGET = 12_000;
/** And for the hook, with the state that it shows. */
const HOOK_BUDGET = 15_100;

function bundle(entry: string, external: string[] = []): { bytes: number; inputs: string[]; imports: string[] } {
  const { outputFiles, metafile } = buildSync({
    entryPoints: [join(__dirname, entry)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    conditions: ['@parley/source'],
    external,
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
  return { bytes: outputFiles[0]?.contents.length ?? 0, inputs, imports: (output?.imports ?? []).map(({ path }) => path) };
}

describe('minified for a page', () => {
  it('the client → at most 12 kB, all of it its own', () => {
    const { bytes, inputs, imports } = bundle('index.ts');
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThanOrEqual(BUDGET);
    expect(imports).toEqual([]);
    expect(inputs.filter((path) => !/(^|libs\/client\/)src\//.test(path))).toEqual([]);
  });

  it('the hook → imports React and nothing else', () => {
    const { bytes, imports } = bundle('react/index.ts', ['react']);
    expect(bytes).toBeLessThanOrEqual(HOOK_BUDGET);
    expect(imports).toEqual(['react']);
  });
});
