import type { Page } from 'playwright-core';

/** Drops a file on an element, as a person does who drags it from a folder. */
export async function drop(page: Page, selector: string, name: string, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([file.content], file.name));
      return transfer;
    },
    { name, content },
  );
  for (const kind of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent(selector, kind, { dataTransfer });
}
