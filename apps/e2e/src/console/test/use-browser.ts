import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { chromiumPath } from './chromium.js';

export interface PageOptions extends Pick<BrowserContextOptions, 'colorScheme' | 'viewport' | 'reducedMotion'> {
  lang?: 'zh' | 'en';
}

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** What a page may not say: faults of its own, and what its policy forbids. A request that fails is no fault of the page. */
const IS_REQUEST = /Failed to load resource|net::ERR_/;

/** One browser for all tests of a file, and a fresh profile for each test. A page that has a fault fails its test. */
export function useBrowser(): {
  /** A page in a profile of its own. Nothing moves or fades, unless it is asked for (`reducedMotion`): that takes time. */
  newPage: (options?: PageOptions) => Promise<Page>;
  /** One more page of the same profile: another tab. */
  newTab: (page: Page) => Promise<Page>;
  browser: () => Browser;
} {
  let browser: Browser | undefined;
  let contexts: BrowserContext[] = [];
  let faults: string[] = [];

  beforeAll(async () => {
    // Root has no sandbox; what is loaded is ours. Nobody looks at it: there is no need to draw in three dimensions.
    const args = ['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer'];
    browser = await chromium.launch({ executablePath: chromiumPath(), args });
  }, 60_000);
  afterAll(() => browser?.close());
  afterEach(async () => {
    const [open, found] = [contexts, faults];
    [contexts, faults] = [[], []];
    await Promise.all(open.map((context) => context.close()));
    expect(found).toEqual([]);
  });

  const theBrowser = (): Browser => {
    if (!browser) throw new Error('the browser does not run');
    return browser;
  };
  const watched = (page: Page): Page => {
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !IS_REQUEST.test(message.text())) faults.push(message.text());
    });
    return page;
  };
  return {
    browser: theBrowser,
    newPage: async ({ lang = 'en', viewport = DESKTOP, reducedMotion = 'reduce', ...options } = {}) => {
      const context = await theBrowser().newContext({
        locale: lang === 'zh' ? 'zh-CN' : 'en-GB',
        viewport,
        reducedMotion,
        ...options,
      });
      contexts.push(context);
      return watched(await context.newPage());
    },
    newTab: async (page) => watched(await page.context().newPage()),
  };
}
