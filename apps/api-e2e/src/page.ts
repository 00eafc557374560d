import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';

const CLIENTS = join(import.meta.dirname, '../clients');

/** The installed Chromium; undefined if there is none. */
export const chromiumPath = ['chromium', 'chromium-browser', 'google-chrome']
  .map((name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim())
  .find(Boolean);

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
  const env = { ...process.env, HOME: home };
  const browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'], env });
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
