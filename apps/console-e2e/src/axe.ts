import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Results = { violations: readonly { id: string; nodes: readonly { target: readonly string[]; failureSummary?: string }[] }[] };

/**
 * The findings of axe-core on the page as it is: each rule with the places that break it.
 * @param rules all of them unless given
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source);
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) };
  const { violations } = await page.evaluate<Results>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`));
}

/**
 * The page has no finding of axe at any width, and never scrolls sideways.
 * @param colorSchemes one is enough where only the words are others
 */
export async function mustFitEveryWidth(page: Page, colorSchemes: readonly ('light' | 'dark')[] = ['light', 'dark']): Promise<void> {
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 740 });
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFindings(page)).toEqual([]);
    }
    await page.waitForFunction((all) => document.documentElement.scrollWidth <= all, width);
  }
}
