import { expect, it } from '@jest/globals';
import { anMp4 } from '@app/media';
import { axeFindings } from './axe.ts';
import { press } from './keyboard.ts';
import type { World } from './world.ts';

export function tryEpisode(world: World): void {
  it('point 4: the page of an episode shows its parts, first days and public addresses with their state, by at most five requests', async () => {
    const { page, complaints } = await world.visit({ timezoneId: 'UTC' });
    const requests: string[] = [];
    page.on('request', (request) => void (request.url().includes('/api/v1/') && requests.push(request.url())));
    await page.goto(`${world.web.api.baseUrl}/console${world.episode('out')}#token=${world.token('paul')}`);
    await page.getByRole('heading', { level: 1, name: 'Out now' }).waitFor();
    await page.getByText('1 download in the first 3 days').or(page.getByText('1 download in the first 2 days')).waitFor();
    const address = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
    await address('WebVTT').getByText('Publication is off').waitFor();
    await address('Chapters').getByText('No chapters').waitFor();
    await address('Audio').getByText('Public', { exact: true }).waitFor();
    expect(requests).toHaveLength(5);
    const body = JSON.stringify({ public: true });
    await world.fetch(`${world.podcast('plan')}/publication`, { method: 'PUT', body, token: 'paul' });
    await page.reload();
    await address('WebVTT').getByText('Public', { exact: true }).waitFor();
    const url = await address('WebVTT').getByRole('link').getAttribute('href');
    expect(await (await fetch(url ?? '')).text()).toContain('Good morning.');
    expect(complaints).toEqual([]);
  });

  it('point 4: “No video” on the desk leads to the episode; a video chosen there is linked with it, also without a GUID, and unlinked by the keyboard', async () => {
    const { page, complaints } = await world.at(world.podcast('plan'), { token: 'paul', viewport: { width: 768, height: 800 } });
    await page.getByRole('list', { name: 'Parts of Due soon' }).getByRole('link', { name: 'No video' }).press('Enter');
    await page.getByRole('heading', { name: 'Due soon' }).waitFor();
    const buffer = anMp4({ seconds: 61 });
    await page.locator('input[type=file]').setInputFiles({ name: 'any.mp4', mimeType: 'video/mp4', buffer });
    await page.getByText('Linked, 1:01').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await press(page, 'Unlink…');
    await press(page, 'Unlink the video');
    await page.getByRole('button', { name: 'Choose a video…' }).waitFor();
    await press(page, 'Link one that is ready…');
    await press(page, 'Teaser 1:00');
    await page.getByRole('dialog').getByText('Due soon').waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Link them');
    await page.keyboard.press('Enter');
    await page.getByText('Linked, 1:00').waitFor();
    expect(complaints).toEqual([]);
  });

  it('point 4: a video that cannot be read says why, with its code, where it was chosen', async () => {
    const { page } = await world.at(world.episode('out'), { token: 'paul' });
    await page.locator('input[type=file]').setInputFiles({ name: 'no.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no film') });
    await page.getByRole('alert').getByText('unreadable_media').waitFor();
  });
}
