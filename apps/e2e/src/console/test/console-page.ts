import type { Locator, Page } from 'playwright-core';

/** The console in one tab, as its user sees it: everything is found by what it is called. */
export class ConsolePage {
  readonly composer: Locator;
  readonly card: Locator;
  readonly messages: Locator;

  constructor(
    readonly page: Page,
    readonly origin: string,
  ) {
    this.composer = page.getByRole('textbox', { name: /^(Your message|您的消息)$/ });
    this.card = page.getByRole('dialog');
    this.messages = page.locator('.message');
  }

  /** Opens a path of the console: `''` for a new consultation. */
  async open(hash = ''): Promise<this> {
    await this.page.goto(`${this.origin}/${hash}`);
    await this.composer
      .or(this.page.getByRole('heading', { level: 1 }))
      .first()
      .waitFor();
    return this;
  }

  async begin(agentId: string, message: string): Promise<void> {
    await this.open();
    await this.page.locator(`input[value="${agentId}"]`).check();
    await this.say(message);
  }

  async say(message: string): Promise<void> {
    await this.composer.fill(message);
    await this.composer.press('Enter');
  }

  /** What its user looks at: in a tab behind another one, frames are painted when the browser has nothing else to do. */
  async front(): Promise<this> {
    await this.page.bringToFront();
    return this;
  }

  get sessionId(): string {
    return new URL(this.page.url()).hash.replace('#/c/', '');
  }

  /** The nth thing the agent said, counted from 0, or from the end below 0. */
  answer(nth = -1): Locator {
    return this.page.locator('.message-agent').nth(nth);
  }

  /** Resolves when the latest answer is complete. */
  async answered(): Promise<void> {
    await this.page.locator('.message-agent').last().and(this.page.locator('[data-state="done"]')).waitFor();
  }

  /** The text of an answer as it is read, without what stands around it. */
  textOf(nth = -1): Promise<string> {
    return this.answer(nth).locator('.markdown').innerText();
  }

  /** Resolves when nothing moves or fades any more: colours in between are nobody's colours. */
  async settled(): Promise<void> {
    await this.page.evaluate(
      'Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))',
    );
  }

  /** Presses Tab until it is there; fails where that is nowhere. */
  async tabTo(wanted: Locator): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await this.page.locator(':focus').and(wanted).count()) > 0) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error('Tab does not get there');
  }

  field(label: string | RegExp, within: Locator = this.card): Locator {
    return within.getByLabel(label);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }
}
