import { spawnSync } from 'node:child_process';
import { chromium, type Browser } from 'playwright-core';

/** Without a window of its own first, as Playwright prefers: opening a page takes a third of the processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

const FIRST = `for name in ${NAMES.join(' ')}; do command -v $name && break; done`;

/** The installed Chromium; undefined if there is none. */
export const chromiumPath = spawnSync('sh', ['-c', FIRST], { encoding: 'utf8' }).stdout.trim() || undefined;

/** @param home a folder for whatever the browser writes */
export function launchChromium(home: string): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('There is no Chromium');
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'], env: { ...process.env, HOME: home } });
}
