// How figures are summed up and shown.
export const percentile = (values, p) => {
  if (values.length === 0) return NaN;
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor((p / 100) * sorted.length))];
};

const round = (value, digits = 1) => (Number.isFinite(value) ? value.toFixed(digits) : '–');

/** One row: what a load amounted to. `cpu`: ms by process. */
export function rowOf(what, { runs, seconds, cpu, rss }) {
  const tokens = runs.reduce((sum, run) => sum + run.tokens, 0);
  const delays = runs.flatMap((run) => run.delays);
  const firsts = runs.map((run) => run.firstMs);
  const micros = (ms) => (ms * 1000) / tokens;
  const total = Object.values(cpu).reduce((sum, ms) => sum + ms, 0);
  return {
    load: what,
    'events/s': Math.round(tokens / seconds),
    'CPU µs/event': round(micros(total)),
    ...Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, round(micros(ms))])),
    'first ms p50': round(percentile(firsts, 50)),
    'first p99': round(percentile(firsts, 99)),
    'delay ms p50': round(percentile(delays, 50)),
    'delay p99': round(percentile(delays, 99)),
    'RSS MB': Object.entries(rss)
      .map(([name, mb]) => `${name} ${Math.round(mb)}`)
      .join(' '),
    failed: runs.filter((run) => !run.ok).length,
  };
}

/** Plain columns, so that the output can be pasted anywhere. */
export function printTable(rows) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '–')))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i].length)));
  for (const line of cells)
    process.stdout.write(
      `${line
        .map((cell, i) => cell.padEnd(widths[i]))
        .join('  ')
        .trimEnd()}\n`,
    );
}
