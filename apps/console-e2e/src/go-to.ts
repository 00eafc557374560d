import type { Page } from 'playwright-core';

/** Goes to another address as a link of the console does, without loading the console again. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, '', address), `/console${path}`);
}
