import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { STORED } from './fixtures.ts';
import { press, tabTo } from './keyboard.ts';
import type { World } from './world.ts';

const FAULT = { message: 'The database is away.', errors: [{ code: 'database_away', field: null, message: 'The database is away.' }] };

/** Longer than the console shows a message without pointer or focus on it. */
const LONG_MS = 60_000;

export function tryMessages(world: World): void {
  it('a message stays while the pointer or the focus is on it, and goes some seconds later', async () => {
    const { page, complaints } = await atTranscript(world);
    const message = page.getByText('Opened “a.vtt”');
    const open = () => page.locator('input[type=file]').setInputFiles({ name: 'a.vtt', mimeType: 'text/vtt', buffer: Buffer.from(STORED) });
    await open();
    await message.hover();
    await page.clock.runFor(LONG_MS);
    expect(await message.isVisible()).toBe(true);
    await page.mouse.move(0, 0);
    await page.clock.runFor(LONG_MS);
    await message.waitFor({ state: 'detached' });

    await open();
    await message.waitFor();
    await page.getByRole('log').getByRole('button').focus();
    await page.clock.runFor(LONG_MS);
    expect(await message.isVisible()).toBe(true);
    await page.getByRole('heading', { level: 1 }).focus();
    await page.clock.runFor(LONG_MS);
    await message.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('a failure stays shown, with its codes, until it is closed; one that is repeated is shown once', async () => {
    const { page } = await atTranscript(world);
    await page.route(/\/transcript$/, (route) =>
      route.request().resourceType() === 'fetch'
        ? route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(FAULT) })
        : route.continue(),
    );
    const failures = page.getByRole('log').getByText('The database is away.');
    await press(page, 'Stored, WebVTT');
    await failures.waitFor();
    await failures.getByText('database_away').waitFor(); // point 12: codes with every message
    await page.getByRole('button', { name: 'Stored, WebVTT' }).press('Enter');
    await page.clock.runFor(LONG_MS);
    expect(await failures.count()).toBe(1);
    for (let times = 1; times <= 21; times++) {
      await page.locator('input[type=file]').setInputFiles({ name: `${times}.vtt`, mimeType: 'text/vtt', buffer: Buffer.from(STORED) });
      await page.getByText(`Opened “${times}.vtt”`).waitFor();
    }
    expect(await page.getByText('Opened “1.vtt”').count()).toBe(0);
    expect(await failures.count()).toBe(1); // other messages do not take its place
    await tabTo(page, 'Close the message: The database is away.');
    await page.keyboard.press('Enter');
    await failures.waitFor({ state: 'detached' });
  });

  it('what was told to the holder of one token is not shown to the next', async () => {
    const { page } = await atTranscript(world);
    await page.locator('input[type=file]').setInputFiles({ name: 'a.vtt', mimeType: 'text/vtt', buffer: Buffer.from(STORED) });
    await page.getByText('Opened “a.vtt”').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.clock.resume();
    await page.getByLabel('API token').fill(world.token('wanda'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Transcript' }).waitFor();
    expect(await page.getByRole('log').textContent()).toBe('');
  });
}

/** A transcript page whose clock stands still, so that no message goes unseen, and can be run ahead. */
async function atTranscript(world: World): Promise<{ readonly page: Page; readonly complaints: readonly unknown[] }> {
  const visit = await world.visit();
  await visit.page.clock.install();
  await world.web.open(visit, `${world.episode('main')}/transcript`, world.token('tom'));
  await visit.page.getByRole('textbox', { name: 'Transcript text' }).getByText('Good morning.').waitFor();
  await visit.page.clock.pauseAt(await visit.page.evaluate(() => Date.now() + 1000));
  return visit;
}
