import type { Locator } from 'playwright-core';
import type { ConsolePage } from './console-page.js';

/** What the agent says it was told. */
export const toldIn = async (tab: ConsolePage): Promise<unknown> => JSON.parse((await tab.textOf()).replace(/^told /, ''));
/** What has the focus. */
export const focused = (tab: ConsolePage) => tab.page.locator(':focus');

/** Answers what the intake requires. */
export async function fillRequired(tab: ConsolePage): Promise<void> {
  await tab.field(/^Your name/).fill('Li Si');
  await tab.field(/^Amount in yuan/).fill('1,200.50');
  await tab.card
    .getByRole('radiogroup', { name: /contract/ })
    .getByLabel('No')
    .check();
  await tab.field('By bank transfer').check();
}

/** Goes on until the agent wants to know whether to file. */
export async function confirmation(tab: ConsolePage): Promise<void> {
  await tab.begin('stages', 'hello');
  await tab.field(/^Anything to add/).fill('Nothing.');
  await tab.button('Continue').click();
  await tab.field('With a letter').check();
  await tab.button('Send answers').click();
  await tab.page.getByRole('dialog', { name: 'Please confirm' }).waitFor();
}

/** What a screen reader says of an input after its name. */
export async function describedBy(field: Locator): Promise<string> {
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean);
  const texts = await Promise.all(ids.map((id) => field.page().locator(`[id="${id}"]`).textContent()));
  return texts.filter(Boolean).join(' ');
}

/** How many cards have something entered that the browser keeps. */
export const draftsOf = (tab: ConsolePage): Promise<unknown> =>
  tab.page.evaluate(`new Set(Object.keys(localStorage).flatMap((key) => /^parley[.]card[.][^\/]*/.exec(key) ?? [])).size`);

/** Expects an input of the card to have the focus. */
export async function expectFocus(tab: ConsolePage, label: RegExp): Promise<void> {
  expect(await focused(tab).getAttribute('id')).toBe(await tab.field(label).getAttribute('id'));
}

/** Whether what has the focus is seen, from its upper edge to its lower one: nothing is above it, and nothing is cut off. */
export const isFocusSeen = (tab: ConsolePage): Promise<boolean> =>
  tab.page.evaluate<boolean>(`(() => {
    const { activeElement } = document;
    const { left, width, top, bottom } = activeElement.getBoundingClientRect();
    const isOnTop = (y) => activeElement.contains(document.elementFromPoint(left + width / 2, y));
    return isOnTop(top + 3) && isOnTop(bottom - 3);
  })()`);

/** What is read out at once, whatever has the focus. */
export const spokenFaults = async (tab: ConsolePage): Promise<string[]> =>
  (await tab.page.getByRole('alert').allInnerTexts()).filter((text) => text.trim() !== '');
