import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds on the clock, and on a processor. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/**
 * How long the page's own thread was busy with each piece of work while something went on, in ms, the longest first. It is time
 * on a processor: what else the machine does meanwhile is not the page's doing.
 */
export async function busyTimes(browser: Browser, page: Page, work: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = trace.traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const isOurs = ({ pid, tid }: TraceEvent): boolean => threads.some((thread) => thread.pid === pid && thread.tid === tid);
  const tasks = trace.traceEvents.filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && isOurs(event));
  return tasks.map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1000).sort((one, other) => other - one);
}
