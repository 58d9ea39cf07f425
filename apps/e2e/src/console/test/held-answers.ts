import type { Page } from 'playwright-core';

export interface HeldAnswers {
  /** Resolves when the page has sent some. */
  sent: Promise<void>;
  /** All that was sent. */
  bodies: unknown[];
  /** Those that were sent, and those that are sent from now on, reach the server. */
  letGo: () => void;
}

/** Holds back what the page answers a card with, or what else it sends. */
export async function holdAnswers(page: Page, to = '**/resume'): Promise<HeldAnswers> {
  const sent = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const bodies: unknown[] = [];
  await page.route(to, async (route) => {
    bodies.push(route.request().postDataJSON());
    sent.resolve();
    await free.promise;
    await route.continue();
  });
  return { sent: sent.promise, bodies, letGo: free.resolve };
}

/** Answers to a card are refused, as the server would; none reaches it. `problem`: more members; the code is that of answers. */
export function refuseAnswers(page: Page, status: number, problem: object): Promise<void> {
  const body = { type: 'about:blank', title: 'No', status, code: 'answers_invalid', ...problem };
  const reply = { status, contentType: 'application/problem+json', body: JSON.stringify(body) };
  return page.route('**/resume', (route) => route.fulfill(reply)).then(() => undefined);
}
