import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { axeFindings } from './axe.ts';
import { drop } from './drop.ts';
import { press, retype, tabTo } from './keyboard.ts';
import type { World } from './world.ts';

const MIB = 1024 * 1024;
const NAME = 'a film ＆ <img src=x onerror="window.hacked=1"> \u202e👩‍👩‍👧.mp4';

type Stock = { readonly id: string; readonly client_key: string; readonly revision: number };

export function tryVideos(world: World): void {
  it('the videos page uploads a video, pauses, resumes after a reload where it stopped, and registers it', async () => {
    const { page, context } = await world.at(`${world.podcast('tech')}/videos`);
    const file = join(world.web.stack.dir, NAME);
    await writeFile(file, Buffer.alloc(6 * MIB, 'not a film'));
    const network = await context.newCDPSession(page);
    const throttle = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput });
    const offsets: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
    });
    await throttle(MIB / 4); // slow enough to pause on any machine
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Choose videos…')]);
    await chooser.setFiles(file);
    expect(await page.getByLabel('Title of the episode').inputValue()).toBe(NAME.slice(0, -4));
    await press(page, 'Upload');
    const bar = page.getByRole('progressbar');
    await bar.waitFor();
    await page.waitForFunction(() => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')) >= 10);
    await press(page, `Pause ${NAME}`);
    await page.getByText(/^Paused/).waitFor();
    await tabTo(page, `Resume ${NAME}`); // where the focus is: it is the same button
    const broken = `podcast-automation.upload:${world.podcast('tech').split('/').at(-1)}:broken`;
    await page.evaluate((key) => localStorage.setItem(key, '{'), broken); // it hides no other one
    await page.reload();
    await throttle(-1);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('Goes on where it stopped').waitFor();
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText(/^Registered/).waitFor();
    expect(offsets).toHaveLength(2);
    expect(offsets[1]).toBeGreaterThan(0);
    await page
      .getByRole('listitem')
      .filter({ hasText: NAME.slice(0, -4) })
      .getByText('unreadable_media')
      .waitFor();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([broken]);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  it('the videos page uploads a video that is dropped; a list of one state shows it once it is in that state', async () => {
    const { page, complaints } = await world.at(`${world.podcast('tech')}/videos?status=failed`);
    await drop(world, page, ['.drop', 'dropped.mp4'], 'not a film either');
    await page.getByRole('form', { name: 'Upload dropped.mp4' }).getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText(/^Registered/).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'dropped' }).getByText('unreadable_media').waitFor();
    expect(complaints).toEqual([]);
  });

  it('the videos page asks for another token when one ends in the middle of an upload, keeps the file, and goes on with it', async () => {
    const { page } = await world.at(`${world.podcast('tape')}/videos`, { token: 'tom' });
    const message = 'The token has expired.';
    const refusal = { status: 401, json: { message, errors: [{ code: 'token_invalid', field: null, message }] } };
    await page.route(/\/api\/v1\/uploads/, (route) => route.fulfill(refusal));
    await drop(world, page, ['.drop', 'kept.mp4'], 'not a film');
    await page.getByRole('form', { name: 'Upload kept.mp4' }).getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('The API does not accept this token.').waitFor();
    await page.unroute(/\/api\/v1\/uploads/);
    await page.getByLabel('API token').fill(world.token('tom again'));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Resume kept.mp4' }).press('Enter');
    await page.getByText(/^Registered/).waitFor();
  });

  it('the videos page keeps what was typed about one video when another one is not uploaded', async () => {
    const { page, complaints } = await world.at(`${world.podcast('tech')}/videos`);
    const files = ['one.mp4', 'two.mp4'].map((name) => ({ name, mimeType: 'video/mp4', buffer: Buffer.from(name) }));
    await page.locator('input[type=file]').setInputFiles(files);
    const form = (name: string) => page.getByRole('form', { name: `Upload ${name}` });
    await form('two.mp4').getByLabel('Title of the episode').fill('What was typed');
    await form('one.mp4').getByLabel('GUID').focus();
    await press(page, 'Do not upload');
    await form('one.mp4').waitFor({ state: 'detached' });
    expect(await form('two.mp4').getByLabel('Title of the episode').inputValue()).toBe('What was typed');
    expect(complaints).toEqual([]);
  });

  it('the videos page refuses a correction when somebody else was faster, and shows theirs', async () => {
    const { page } = await world.at(`${world.podcast('tech')}/videos`);
    const row = page.locator('.stock').filter({ hasText: 'spare' });
    await page.getByRole('button', { name: 'Correct… spare' }).press('Enter');
    const { id, revision } = ((await world.data('/video-stocks')) as Stock[]).find(({ client_key: key }) => key === 'spare') ?? {};
    const body = JSON.stringify({ expected_revision: revision, match: { title: 'Somewhere' } });
    expect((await world.fetch(`/video-stocks/${id}`, { method: 'PATCH', body })).status).toBe(200);
    await page.getByLabel('Title', { exact: true }).fill('Mine');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByRole('dialog').getByRole('alert').getByText('revision_mismatch').waitFor();
    await row.getByText('“Somewhere”').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'Correct… spare');
  });

  it('the videos page names the episode of each video, also of one behind the latest hundred, by at most five requests', async () => {
    const { page, complaints } = await world.visit();
    const requests: string[] = [];
    page.on('request', (request) => void (request.url().includes('/api/v1/') && requests.push(request.url())));
    await page.goto(`${world.web.api.baseUrl}/console${world.podcast('many 1')}/videos#token=${world.token('mona')}`);
    await page.getByRole('listitem').getByRole('link', { name: 'Old 0', exact: true }).waitFor();
    expect(requests).toHaveLength(5);
    expect(complaints).toEqual([]);
  });

  it('the videos page offers every unused upload in place of one that failed, also those beyond the first hundred', async () => {
    await world.web.stack.query(
      `INSERT INTO uploads (id, user_id, filename, byte_size, status, expires_at)
       SELECT ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'film ' || n || '.mp4', 1, 'completed', now() + interval '1 day' FROM generate_series(1, 101) AS n`,
      [world.web.seed.users['mona']],
    );
    const { page, complaints } = await world.at(`${world.podcast('many 0')}/videos`, { token: 'mona' });
    await page.getByRole('button', { name: 'Correct… broken' }).press('Enter');
    const choice = page.getByRole('dialog').getByLabel('Another upload, in place of the one that failed');
    await page.getByText('100 files so far').waitFor();
    expect(await choice.locator('option').count()).toBe(101);
    await page.getByRole('dialog').getByRole('button', { name: 'Show more' }).press('Enter');
    await choice
      .locator('option')
      .filter({ hasText: /^film 1\.mp4/ })
      .waitFor({ state: 'attached' });
    expect(await choice.locator('option').count()).toBe(102);
    expect(complaints).toEqual([]);
  });

  it('point 2: the videos page corrects, searches, links and cancels videos by the keyboard alone, and shows the quota', async () => {
    const { page, complaints } = await world.at(`${world.podcast('tech')}/videos`);
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const perVideo: string[] = []; // a page of 50 videos would use up the limit
    page.on('request', (request) => void (request.url().includes('/api/v1/episodes/') && perVideo.push(request.url())));
    await page.getByText('15:20 of 16:40 used (92 %)').waitFor();
    await page.getByText('The quota is low').waitFor();
    await tabTo(page, 'State');
    await page.keyboard.type('Ready');
    await page.waitForURL(/\?status=ready$/);
    await page.reload();
    await page.getByRole('button', { name: 'Correct… film' }).waitFor();
    await press(page, 'Correct… film');
    expect(page.url()).toMatch(/\?status=ready$/);
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await axeFindings(page)).toEqual([]);
    await retype(page, 'Title', 'The film');
    await press(page, 'Save');
    await page.getByText('The video is corrected.').waitFor();
    await press(page, 'Link… The film');
    await page.getByRole('dialog').getByRole('button', { name: 'The rich one' }).waitFor();
    await retype(page, 'Search in titles', 'bare');
    await page.getByRole('dialog').getByRole('button', { name: 'The rich one' }).waitFor({ state: 'detached' });
    await press(page, 'The bare one No date');
    await page.getByRole('dialog').getByText('The bare one').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await press(page, 'Link them');
    await page.getByText('The video is linked.').waitFor();
    await tabTo(page, 'State');
    await page.keyboard.type('All');
    await row('The film').getByText('Matched', { exact: true }).waitFor();
    await row('The film').getByRole('link', { name: 'The bare one' }).waitFor();
    expect(perVideo).toEqual([]);
    await press(page, 'Cancel… spare');
    await press(page, 'Cancel the video');
    await row('spare').getByText('Canceled').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('10:00 of 16:40 used (60 %)').waitFor();
    expect(complaints).toEqual([]);
  });
}
