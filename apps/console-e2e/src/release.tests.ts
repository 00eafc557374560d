import { expect, it } from '@jest/globals';
import { anMp4 } from '@app/media';
import { until } from '@app/process/testing/until';
import { drop } from './drop.ts';
import type { World } from './world.ts';

/** With what people and programs get wrong: a time that ends before it begins. */
const DEFECTIVE = '1\n00:00:02,000 --> 00:00:01,000\nHello.\n';

/** A release as a person makes it, with a stopwatch (docs/console.md, "A release"). */
export function tryRelease(world: World): void {
  it('a release, from signing in to the public feed: a repaired transcript takes two presses, all of it 14', async () => {
    const { page, complaints } = await world.visit();
    let presses = 0;
    const steps: [step: string, presses: number, seconds: number][] = [];
    const press = async (name: string | RegExp, role: 'button' | 'link' | 'switch' = 'button') => {
      presses += 1;
      await page
        .getByRole(role, { name, exact: true })
        .first()
        .press(role === 'switch' ? 'Space' : 'Enter');
    };
    const step = async (name: string, work: () => Promise<unknown>) => {
      const [before, began] = [presses, performance.now()];
      await work();
      steps.push([name, presses - before, Math.round(performance.now() - began) / 1000]);
    };

    // Refused if the feed was fetched just now.
    await world.fetch(`${world.podcast('tech')}/rss-refetch`, { method: 'POST' });
    await until(async () => JSON.stringify(await world.data(`${world.podcast('tech')}/episodes`)).includes('Salt & pepper'));
    const off = JSON.stringify({ public: false });
    expect((await world.fetch(`${world.podcast('tech')}/publication`, { method: 'PUT', body: off })).ok).toBe(true);
    await page.goto(`${world.web.api.baseUrl}/console${world.podcast('tech')}`);
    await step('sign in', async () => {
      await page.getByLabel('API token').fill(world.token('ann'));
      await press('Sign in');
      await page.getByRole('link', { name: 'Salt & pepper' }).waitFor();
    });
    await step('transcript, with its repair', async () => {
      presses += 1; // the file that is dropped
      await drop(world, page, ['main', 'Salt & pepper.srt'], DEFECTIVE);
      await page.getByText('with 1 repair').waitFor();
      await press('Upload 1 transcript');
      await page.getByText('Uploaded: 1 subtitle').waitFor();
    });
    await press('Close');
    await press('Salt & pepper', 'link');
    await step('chapters', async () => {
      await press('Edit the chapters', 'link');
      await press('Add a chapter');
      await page.getByLabel('Title').fill('Intro');
      await press('Save chapters');
      await page.getByText('1 chapter saved.').waitFor();
    });
    await press('Overview', 'link');
    await step('video', async () => {
      presses += 1; // the file that is chosen
      const buffer = anMp4({ seconds: 5 });
      await page.locator('input[type=file]').setInputFiles({ name: 'any.mp4', mimeType: 'video/mp4', buffer });
      await page.getByRole('button', { name: 'Unlink…' }).waitFor();
    });
    await step('public feed', async () => {
      await press('Feed', 'link');
      await press('Feed, transcripts, chapters and videos of published episodes are public', 'switch');
      await press('Save');
      await press('Show what was added');
      // Publication is seen within a minute.
      await until(async () => {
        await page.getByRole('button', { name: 'Show what was added' }).and(page.locator(':enabled')).click();
        return Number((await page.locator('dt:has-text("Episodes with transcripts") + dd').allTextContents())[0]) > 0;
      });
    });
    console.info(steps.map(([name, count, seconds]) => `${name}: ${count} presses, ${seconds} s`).join('\n'));
    expect(steps.map(([, count]) => count)).toEqual([1, 2, 3, 1, 4]); // as docs/console.md has them
    expect(presses).toBe(14);
    expect(complaints).toEqual([]);
  });
}
