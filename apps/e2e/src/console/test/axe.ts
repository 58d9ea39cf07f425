import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from '@parley/testing';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(path.join(ROOT, 'package.json')).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

/** What is in order is not told: it would be most of the time of a run. */
const OPTIONS = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** What axe finds on the page as it is, of some weight: each with where, and what to do. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Evaluated, not loaded: the page's own policy stays in force.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const run = `axe.run(document, ${JSON.stringify(OPTIONS)}).then(({ violations }) => violations)`;
  const violations = await page.evaluate<Violation[]>(run);
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, impact, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${impact} ${id}: ${html.slice(0, 300)}\n${failureSummary}`),
    );
}
