import 'reflect-metadata';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ImportModule } from './agent-parts.js';
import { BUILT_IN_AGENTS_DIR } from './built-in-agents.js';
import { loadAgents } from './load-agents.js';

const nodeRequire = createRequire(__filename);
const importModule: ImportModule = async (url) => nodeRequire(fileURLToPath(url)) as unknown;

interface Fee {
  acceptanceFee(amountYuan: number): number;
  default: { run(ctx: object): Promise<unknown> };
}
const fee = nodeRequire(`${BUILT_IN_AGENTS_DIR}/loan-dispute/fee.mjs`) as Fee;

test('the agents that come with the engine → right, and offered in both languages', async () => {
  const catalog = await loadAgents([BUILT_IN_AGENTS_DIR], {}, { importModule });
  expect(catalog.list().map(({ id }) => id)).toEqual(['echo', 'loan-dispute']);
  for (const { name, description, greeting } of catalog.list())
    for (const text of [name, description, greeting])
      expect([text?.zh, text?.en]).toEqual([expect.any(String), expect.any(String)]);
});

describe('the court fee', () => {
  // 诉讼费用交纳办法, article 13 (1): at each end of a slice, and inside it.
  test.each([
    [1, 50],
    [10_000, 50],
    [10_001, 50.03],
    [50_000, 1_050],
    [100_000, 2_300],
    [200_000, 4_300],
    [500_000, 8_800],
    [1_000_000, 13_800],
    [2_000_000, 22_800],
    [5_000_000, 46_800],
    [10_000_000, 81_800],
    [20_000_000, 141_800],
    [100_000_000, 541_800],
    [123_456.78, 2_769.14],
  ])('of %d yuan → %d yuan', (amount, expected) => expect(fee.acceptanceFee(amount)).toBe(expected));

  test('in the state → the fee with its basis in the language of the person', async () => {
    const log = { warn: jest.fn() };
    const run = (lang: string) => fee.default.run({ state: { facts: { amount: 50_000 } }, lang, log });
    expect(await run('zh')).toMatchObject({
      state: { fee: { amount: 1_050, basis: expect.stringContaining('诉讼费用交纳办法') as string } },
    });
    expect(await run('en')).toMatchObject({
      state: { fee: { amount: 1_050, basis: expect.stringContaining('article 13') as string } },
    });
  });

  test.each([['50000'], [0], [-1], [NaN], [null]])('an amount of %j → no fee, and a warning', async (amount) => {
    const log = { warn: jest.fn() };
    expect(await fee.default.run({ state: { facts: { amount } }, lang: 'en', log })).toEqual({ control: { action: 'continue' } });
    expect(log.warn).toHaveBeenCalledTimes(1);
  });
});
