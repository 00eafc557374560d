import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { World } from './world.ts';

/** Drags a file from a folder to an element: the browser drops it only where the page takes it. */
export async function drop(world: World, page: Page, [selector, name]: readonly [string, string], content: string): Promise<void> {
  const file = join(world.web.stack.dir, name);
  await writeFile(file, content);
  const place = page.locator(selector).first();
  await place.scrollIntoViewIfNeeded();
  const { x, y, width } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + 10, data });
  }
  await session.detach();
}
