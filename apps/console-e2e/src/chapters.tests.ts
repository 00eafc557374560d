import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { axeFindings } from './axe.ts';
import { HOSTILE } from './hostile.ts';
import type { World } from './world.ts';

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

export function tryChapters(world: World): void {
  it('the chapters page edits chapters in a list and on the time line, by keyboard alone, and shows what the API refuses at its row', async () => {
    const { page } = await world.at(`${world.episode('rich')}/chapters`);
    await page.getByRole('slider', { name: 'Start of Main part' }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('button', { name: 'Add a chapter' }).press('Enter');
    await page.getByLabel('Start', { exact: true }).last().fill('59:00');
    await page.getByLabel('Title').last().fill('The end');
    await page.getByLabel('Title').last().press('Enter');
    const refused = page.getByRole('alert');
    await refused.getByText('beyond_duration').waitFor();
    await page.getByLabel('Start', { exact: true }).last().fill('29:00.5');
    await page.getByRole('button', { name: 'Save chapters' }).press('Enter');
    await page.getByText('3 chapters saved.').waitFor();
    expect(await world.data(`${world.episode('rich')}/chapters`)).toMatchObject({
      chapters: [
        { startTime: 0, title: 'Intro' },
        { startTime: 610, title: 'Main part' },
        { startTime: 1740.5, title: 'The end' },
      ],
    });
  });

  it('the chapters page keeps chapters that are being edited while another page is looked at', async () => {
    const { page } = await world.at(`${world.episode('bare')}/chapters`);
    await page.getByRole('button', { name: 'Add a chapter' }).click();
    await page.getByLabel('Title').last().fill('Not saved yet');
    await page.getByRole('navigation').getByRole('link', { name: 'Transcript' }).click();
    await page.getByRole('heading', { name: 'Transcript' }).waitFor();
    await page.goBack();
    expect(await page.getByLabel('Title').last().inputValue()).toBe('Not saved yet');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect(await page.getByLabel('Title').count()).toBe(0);
  });

  it('the chapters page shows the image of a chapter, and moves a chapter that is dragged on the time line', async () => {
    const { page, complaints } = await world.at(`${world.episode('rich')}/chapters`);
    await page.route('https://media.example.com/chapter.png', (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }));
    await page.getByRole('button', { name: 'More Main part' }).click();
    await page.getByLabel('Image (https://…)').fill('https://media.example.com/chapter.png');
    const image = page.locator('img.chapter-image');
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('img.chapter-image')?.naturalWidth === 1);
    expect(await image.isVisible()).toBe(true);

    const start = page.getByLabel('Start', { exact: true }).nth(1);
    const before = await start.inputValue();
    const track = await page.locator('.time-line-track').boundingBox();
    const thumb = await page.locator('.time-line-thumb').nth(1).boundingBox();
    if (!track || !thumb) throw new Error('The time line is not shown');
    await page.mouse.move(thumb.x + thumb.width / 2, thumb.y + thumb.height / 2);
    await page.mouse.down();
    await page.mouse.move(track.x + track.width * 0.75, thumb.y + thumb.height / 2, { steps: 5 });
    await page.mouse.up();
    expect(before).toMatch(/^10:/);
    expect(await start.inputValue()).toMatch(/^22:|^23:/);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect(await start.inputValue()).toBe(before);
    expect(complaints.map(({ text }) => text)).toEqual(['https://media.example.com/chapter.png']);
  });

  it('the chapters page reads chapters from a JSON file and writes them to one', async () => {
    const { page, complaints } = await world.at(`${world.episode('bare')}/chapters`);
    const file = join(world.web.stack.dir, 'chapters.json');
    await writeFile(file, JSON.stringify({ version: '1.2.0', chapters: [{ startTime: 1.5, title: HOSTILE, toc: false }] }));
    await page.getByText('No chapters').waitFor();
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('Not uploaded').waitFor();
    await page.getByRole('button', { name: 'Save chapters' }).click();
    await page.getByText('1 chapter saved.').waitFor();
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as JSON' }).click()]);
    const document: unknown = JSON.parse(await readFile(await saved.path(), 'utf8'));
    expect(document).toEqual({ version: '1.2.0', chapters: [{ startTime: 1.5, title: HOSTILE, toc: false }] });
    const large = { name: `${HOSTILE}.json`, mimeType: 'application/json', buffer: Buffer.alloc(10_000_000, '[') };
    await page.locator('input[type=file]').setInputFiles(large);
    await page.getByRole('alert').getByText('This file has 9.5 MiB').waitFor();
    expect(complaints).toEqual([]);
  });

  it('the chapters page never replaces chapters that were not seen: what differs is shown, and either list taken', async () => {
    const path = `${world.episode('main')}/chapters`;
    const store = async (...titles: string[]) => {
      const chapters = titles.map((title, index) => ({ startTime: index * 60, title }));
      expect((await world.fetch(path, { method: 'PUT', body: JSON.stringify({ chapters }), token: 'tom' })).ok).toBe(true);
    };
    const titles = async () => ((await world.data(path, 'tom')) as { chapters: { title: string }[] }).chapters.map(({ title }) => title);
    await store('Intro', 'Main part');
    const { page, complaints } = await world.at(path, { token: 'tom' });
    await page.getByLabel('Title').last().fill('Mine');
    // The draft outlives a visit to another page, and still knows from which chapters it was made.
    await page.getByRole('navigation').getByRole('link', { name: 'Transcript' }).click();
    await page.getByRole('heading', { name: 'Transcript' }).waitFor();
    await store('Intro', 'Theirs');
    await page.goBack();
    await page.getByRole('button', { name: 'Save chapters' }).click();
    const dialog = page.getByRole('dialog', { name: 'The stored chapters have changed' });
    const changes = dialog.getByRole('list', { name: 'Where they differ' });
    await changes.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await changes.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/−[\s\S]*1:00 Theirs/),
      expect.stringMatching(/\+[\s\S]*1:00 Mine/),
    ]);
    expect(await titles()).toEqual(['Intro', 'Theirs']);
    await store('Intro', 'Theirs again'); // and once more, while the difference is looked at
    await dialog.getByRole('button', { name: 'Go on with mine' }).press('Enter');
    await page.getByRole('button', { name: 'Save chapters' }).click();
    await changes.getByText('Theirs again').waitFor();
    expect(await titles()).toEqual(['Intro', 'Theirs again']);
    await dialog.getByRole('button', { name: 'Go on with mine' }).press('Enter');
    expect(await page.getByLabel('Title').last().inputValue()).toBe('Mine');
    await page.getByRole('button', { name: 'Save chapters' }).click();
    await page.getByText('2 chapters saved.').waitFor();
    expect(await titles()).toEqual(['Intro', 'Mine']);

    await page.getByLabel('Title').last().fill('Mine again');
    await store('Intro', 'Theirs at last');
    await page.getByRole('button', { name: 'Save chapters' }).click();
    await dialog.getByRole('button', { name: 'Open the stored ones' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Title').last().inputValue()).toBe('Theirs at last');
    expect(await page.getByRole('button', { name: 'Save chapters' }).isDisabled()).toBe(true);
    expect(complaints.filter(({ text }) => !text.includes('412'))).toEqual([]);
  });
}
