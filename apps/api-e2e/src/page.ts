import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { launchChromium } from '@app/stack/browser';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';

const CLIENTS = join(import.meta.dirname, '../clients');

/**
 * Bundles a script of `clients/` for browsers and opens a page with it, whose origin is not that of the API.
 * @param home a folder for whatever the browser writes
 */
export async function withPage<T>(script: string, home: string, work: (page: Page) => Promise<T>): Promise<T> {
  const entry = join(CLIENTS, script);
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'iife', platform: 'browser', write: false });
  const server = createServer(({ url }, response) => {
    response.setHeader('Content-Type', url === '/' ? 'text/html' : 'text/javascript');
    response.end(url === '/' ? '<!doctype html><script src="/page.js"></script>' : outputFiles[0]?.contents);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchChromium(home);
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return await work(page);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
