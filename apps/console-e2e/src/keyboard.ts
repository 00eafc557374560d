import type { Page } from 'playwright-core';

const MAX_PRESSES = 80;

/** Presses Tab until the element with this accessible name has the focus. */
export function tabTo(page: Page, name: string): Promise<void> {
  return move(page, 'Tab', name);
}

/** The same, backwards. */
export function tabBackTo(page: Page, name: string): Promise<void> {
  return move(page, 'Shift+Tab', name);
}

/** Goes to a button or link by Tab and presses it. */
export async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Types in place of what a field holds. */
export async function retype(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

async function move(page: Page, key: string, name: string): Promise<void> {
  const passed: unknown[] = [];
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    const focused = await nameOfFocused(page);
    if (focused === name) return;
    passed.push(focused);
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach “${name}”, but ${JSON.stringify([...new Set(passed)])}`);
}

/** The name of what has the focus and can be reached by Tab. */
function nameOfFocused(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement as (HTMLElement & Partial<Pick<HTMLInputElement, 'labels'>>) | null;
    if (!element || element.tabIndex < 0) return null;
    const [label] = element.labels ?? [];
    // A label's own words: a select inside it would add its options.
    const words = [...(label?.childNodes ?? [])].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.textContent] : [])).join('');
    return (element.getAttribute('aria-label') ?? (label ? words : element.textContent)).trim();
  });
}
