import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeFindings } from './axe.ts';
import { chromiumPath } from './browser.ts';
import { ConsoleUnderTest, type Visit } from './console.ts';

// Issue "The console", the pages apart from transcript and webhook (decisions 15).

const HOSTILE = `<img src=x onerror="window.hacked=1"> \u202e\u2067مرحبا\u2069 👩‍👩‍👧 {{7*7}} <script>window.hacked=2</script>`;
const MIB = 1024 * 1024;

const FEED = `<?xml version="1.0"?>
<rss version="2.0"><channel><title>Tech</title>
<item><guid>from-the-feed</guid><title>Salt & pepper</title><enclosure url="http://feeds.example.com/1.mp3" type="audio/mpeg" length="1"/></item>
</channel></rss>`;

const fixtures = {
  users: [
    {
      key: 'ann',
      name: 'Ann',
      available_seconds: 1000,
      tokens: [
        { key: 'all', permissions: ['read', 'update', 'delete'] },
        { key: 'reader', permissions: ['read'] },
        { key: 'short', permissions: ['read'] },
      ],
    },
  ],
  podcasts: [
    {
      key: 'tech',
      title: 'Tech Weekly',
      owner: 'ann',
      ownership_confirmed: true,
      feed_url: 'http://feeds.example.com/feed.xml',
      episodes: [
        {
          key: 'rich',
          title: 'The rich one',
          guid: 'rich',
          duration_seconds: 1800,
          published_at: '2026-10-01T08:00:00Z',
          audio_url: 'https://media.example.com/1.mp3',
          chapters: [
            { startTime: 0, title: 'Intro' },
            { startTime: 600, title: 'Main part' },
          ],
          downloads: [
            { at: '2026-10-02T08:00:00Z', listener: 'l1' },
            { at: '2026-10-02T09:00:00Z', listener: 'l2' },
            { at: '2026-10-03T23:30:00Z', listener: 'l1' },
          ],
        },
        { key: 'bare', title: 'The bare one', duration_seconds: 1200 },
        { key: 'hostile', title: HOSTILE },
      ],
      video_stocks: [
        { key: 'film', client_key: 'film', status: 'ready', duration_seconds: 600 },
        { key: 'spare', client_key: 'spare', status: 'ready', duration_seconds: 320 },
      ],
    },
    {
      key: 'long',
      title: HOSTILE,
      owner: 'ann',
      ownership_confirmed: true,
      episodes: Array.from({ length: 120 }, (_, index) => ({ key: `n${index}`, title: `Number ${index}` })),
    },
  ],
};

if (chromiumPath === undefined) {
  it('no Chromium is on the PATH: the console is not tried', () => console.info('no Chromium is on the PATH: the console is not tried.'));
} else {
  describe('the console', () => {
    let web: ConsoleUnderTest;
    let feeds: Server;
    const visits: Visit[] = [];
    const token = (key = 'all') => web.seed.tokens[key] ?? '';
    const podcast = (key = 'tech') => `/podcasts/${web.seed.podcasts[key]}`;
    const episode = (key: string) => `/episodes/${web.seed.episodes[key]}`;
    const api = async (path: string) => {
      const answer = await fetch(`${web.api.baseUrl}/api/v1${path}`, { headers: { Authorization: `Bearer ${token()}` } });
      return ((await answer.json()) as { data: unknown }).data;
    };

    beforeAll(async () => {
      feeds = createServer((_, response) => response.setHeader('Content-Type', 'application/rss+xml').end(FEED));
      await new Promise<void>((resolve) => feeds.listen(0, '127.0.0.1', resolve));
      const { port } = feeds.address() as AddressInfo;
      web = await ConsoleUnderTest.start(fixtures, { OUTBOUND_CONNECT_TO: `feeds.example.com:80:127.0.0.1:${port}` });
    });
    afterEach(async () => {
      for (const { context } of visits.splice(0)) await context.close();
    });
    afterAll(async () => {
      feeds.close();
      await web.destroy();
    });

    async function at(path: string, options: Parameters<ConsoleUnderTest['visit']>[0] = {}, key = 'all'): Promise<Visit> {
      const visit = await web.visit(options);
      visits.push(visit);
      await web.open(visit, path, token(key));
      await visit.page.getByRole('heading', { level: 1 }).waitFor();
      return visit;
    }

    it('signs in with the token of a link, which leaves the address at once and is kept in sessionStorage alone', async () => {
      const { page, complaints } = await at(podcast());
      await page.getByRole('link', { name: 'The rich one' }).waitFor();
      expect(page.url()).not.toContain(token());
      const kept = await page.evaluate(() => ({
        session: JSON.stringify(sessionStorage),
        elsewhere: JSON.stringify([{ ...localStorage }, document.cookie, history.state, document.documentElement.outerHTML]),
      }));
      expect(kept.session).toContain(token());
      expect(kept.elsewhere).not.toContain(token());
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in to the release desk' }).waitFor();
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(token());
      expect(complaints).toEqual([]);
    });

    it('asks for another token, in the words of the API, once the one that it has is revoked', async () => {
      const { page } = await at(podcast(), {}, 'short');
      const { data } = (await (
        await fetch(`${web.api.baseUrl}/api/v1/token`, { headers: { Authorization: `Bearer ${token('short')}` } })
      ).json()) as { data: { id: string } };
      await web.stack.admin('token', 'revoke', data.id);
      await page.getByRole('link', { name: 'Videos' }).click();
      await page.getByText('The API does not accept this token.').waitFor();
    });

    it('lists episodes with what each lacks; filters and searches are part of the address', async () => {
      const { page, complaints } = await at(podcast());
      await page.getByRole('list', { name: 'Parts of The bare one' }).getByRole('link', { name: 'No chapters' }).waitFor();
      await page.getByRole('checkbox', { name: 'chapters' }).press('Space');
      await page.getByRole('link', { name: 'The rich one' }).waitFor({ state: 'detached' });
      expect(page.url()).toMatch(/\?missing=chapters$/);
      await page.reload();
      await page.getByText('2 episodes').waitFor();
      await page.getByRole('searchbox').fill('BARE');
      await page.getByText('1 title found among 2 episodes').waitFor();
      expect(page.url()).toContain('q=BARE');
      expect(complaints).toEqual([]);
    });

    it('shows a long list page by page, and searches beyond what is shown', async () => {
      const { page, complaints } = await at(podcast('long'));
      await page.getByText('50 episodes so far').waitFor();
      await page.getByRole('button', { name: 'Show more' }).press('Enter');
      await page.getByText('100 episodes so far').waitFor();
      await page.getByRole('searchbox').fill('number 7');
      await page.getByText('21 titles found among 120 episodes').waitFor();
      expect(complaints).toEqual([]);
    });

    it('shows hostile titles as text', async () => {
      const { page, complaints } = await at(podcast());
      await page.getByRole('link', { name: HOSTILE }).waitFor();
      await page.getByRole('link', { name: HOSTILE }).isVisible();
      expect(await page.locator('img').count()).toBe(0);
      expect(await page.evaluate('window.hacked')).toBe(undefined);
      expect(complaints).toEqual([]);
    });

    it('edits chapters in a list and on the time line, by keyboard alone, and shows what the API refuses at its row', async () => {
      const { page } = await at(`${episode('rich')}/chapters`);
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
      expect(await api(`${episode('rich')}/chapters`)).toMatchObject({
        chapters: [
          { startTime: 0, title: 'Intro' },
          { startTime: 610, title: 'Main part' },
          { startTime: 1740.5, title: 'The end' },
        ],
      });
    });

    it('reads chapters from a JSON file and writes them to one', async () => {
      const { page, complaints } = await at(`${episode('bare')}/chapters`);
      const file = join(web.stack.dir, 'chapters.json');
      await writeFile(file, JSON.stringify({ version: '1.2.0', chapters: [{ startTime: 1.5, title: HOSTILE, toc: false }] }));
      await page.getByText('This episode has no chapters.').waitFor();
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText('1 chapter, not saved').waitFor();
      await page.getByRole('button', { name: 'Save chapters' }).click();
      await page.getByText('1 chapter saved.').waitFor();
      const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as JSON' }).click()]);
      const document: unknown = JSON.parse(await readFile(await saved.path(), 'utf8'));
      expect(document).toEqual({ version: '1.2.0', chapters: [{ startTime: 1.5, title: HOSTILE, toc: false }] });
      expect(complaints).toEqual([]);
    });

    it('uploads a video, pauses, resumes after a reload where it stopped, and registers it', async () => {
      const { page, context } = await at(`${podcast()}/videos`);
      const file = join(web.stack.dir, 'a film ＆ more <b>.mp4');
      await writeFile(file, Buffer.alloc(6 * MIB, 'not a film'));
      const network = await context.newCDPSession(page);
      const throttle = (uploadThroughput: number) =>
        network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput });
      const offsets: number[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
      });
      await throttle(2 * MIB);
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'Upload', exact: true }).press('Enter');
      const bar = page.getByRole('progressbar');
      await bar.waitFor();
      await page.waitForFunction(() => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')) >= 40);
      await page.getByRole('button', { name: /^Pause/ }).press('Enter');
      await page.getByText(/^Paused/).waitFor();
      await page.reload();
      await page.getByText('1 unfinished upload').waitFor();
      await throttle(-1);
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText('Goes on where it stopped').waitFor();
      await page.getByRole('button', { name: 'Upload', exact: true }).click();
      await page.getByText(/^Registered/).waitFor();
      expect(offsets).toHaveLength(2);
      expect(offsets[1]).toBeGreaterThan(0);
      await page.getByRole('listitem').filter({ hasText: 'a film ＆ more <b>' }).getByText('unreadable_media').waitFor();
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    });

    it('corrects, links and cancels videos, and shows the quota', async () => {
      const { page, complaints } = await at(`${podcast()}/videos`);
      const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
      await page.getByText('15:20 of 16:40 used (92 %)').waitFor();
      await page.getByText('The quota is low').waitFor();
      await page.getByRole('button', { name: 'Correct film' }).press('Enter');
      await page.getByLabel('Title', { exact: true }).fill('The film');
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await page.getByText('The video is corrected.').waitFor();
      await page.getByRole('button', { name: 'Link The film' }).press('Enter');
      await page.getByRole('button', { name: 'The bare one' }).press('Enter');
      await page.getByText('The video is linked.').waitFor();
      await row('The film').getByText('Matched', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Cancel spare' }).press('Enter');
      await page.getByRole('button', { name: 'Cancel the video' }).press('Enter');
      await row('spare').getByText('Canceled').waitFor();
      await page.getByText('10:00 of 16:40 used (60 %)').waitFor();
      expect(complaints).toEqual([]);
    });

    it('shows downloads by day and episode in the chosen zone, and says what the API refuses', async () => {
      const { page, complaints } = await at(`${podcast()}/downloads?from=2026-10-01&to=2026-10-04&timezone=UTC`);
      await page.getByText('3 downloads of 1 episode in 4 days of UTC').waitFor();
      const day = (date: string) => page.getByRole('row', { name: new RegExp(`^${date}`) });
      expect(await day('2026-10-03').textContent()).toBe('2026-10-03 11');
      expect(await day('2026-10-04').textContent()).toBe('2026-10-04 00');
      await page.getByLabel('Time zone').fill('Asia/Tokyo');
      await page.getByLabel('Time zone').press('Enter');
      await page.getByText('in 4 days of Asia/Tokyo').waitFor();
      expect(await day('2026-10-04').textContent()).toBe('2026-10-04 11');
      const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV' }).click()]);
      expect(await readFile(await saved.path(), 'utf8')).toMatch(/^date,episode_id,episode_title,downloads,unique_listeners,is_final\r\n/);
      expect(complaints).toEqual([]);
      await page.getByLabel('Time zone').fill('Moon/Sea');
      await page.getByLabel('Time zone').press('Enter');
      await page.getByRole('alert').getByText('unknown_timezone').waitFor();
    });

    it('refetches a feed and shows what it brought, and its warnings with lines', async () => {
      const { page, complaints } = await at(`${podcast()}/feed`);
      await page.getByText('This feed was not fetched yet.').waitFor();
      await page.getByRole('button', { name: 'Refetch now' }).press('Enter');
      await page.getByText('1 new, 0 changed').waitFor();
      await page.getByText('bare_ampersand').waitFor();
      expect(complaints).toEqual([]);
      await page.getByRole('button', { name: 'Refetch now' }).press('Enter');
      await page.getByRole('alert').getByText('refetch_too_soon').waitFor();
    });

    it('lets a token that may only read see everything and change nothing', async () => {
      const { page, complaints } = await at(`${podcast()}/videos`, {}, 'reader');
      await page.getByText('Read only.').waitFor();
      expect(await page.getByRole('button', { name: 'Choose videos…' }).isDisabled()).toBe(true);
      await page.goto(`${web.api.baseUrl}/console${podcast()}/feed`);
      await page.getByRole('heading', { name: 'Feed' }).waitFor();
      expect(await page.getByRole('button', { name: 'Refetch now' }).isDisabled()).toBe(true);
      await page.goto(`${web.api.baseUrl}/console${episode('rich')}/chapters`);
      await page.getByLabel('Title').first().waitFor();
      expect(await page.getByRole('button', { name: 'Add a chapter' }).isDisabled()).toBe(true);
      expect(complaints).toEqual([]);
    });

    it('says that it is offline, and keeps what it shows', async () => {
      const { page, context } = await at(podcast());
      await page.getByRole('link', { name: 'The rich one' }).waitFor();
      await context.setOffline(true);
      await page.getByText('You are offline.').waitFor();
      expect(await page.getByRole('link', { name: 'The rich one' }).isVisible()).toBe(true);
      await context.setOffline(false);
      await page.getByText('You are offline.').waitFor({ state: 'detached' });
    });

    it('loads at most 110 kB of JavaScript (gzip) before the release desk is usable', async () => {
      const visit = await web.visit({ extraHTTPHeaders: { 'Accept-Encoding': 'gzip' } });
      visits.push(visit);
      const sizes = new Map<string, Promise<number>>();
      visit.page.on('response', (response) => {
        if (response.url().endsWith('.js')) sizes.set(response.url(), response.request().sizes().then(({ responseBodySize }) => responseBodySize)); // prettier-ignore
      });
      await web.open(visit, podcast(), token());
      await visit.page.getByRole('link', { name: 'The rich one' }).waitFor();
      const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
      expect(total).toBeGreaterThan(10_000);
      expect(total).toBeLessThan(110_000);
    });

    describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
      it('has no finding of axe-core and no horizontal scroll at 360 px on any page', async () => {
        const { page, complaints } = await at(podcast(), { colorScheme, viewport: { width: 360, height: 740 } });
        const paths = [
          '/',
          podcast(),
          `${episode('rich')}/chapters`,
          `${podcast()}/videos`,
          `${podcast()}/downloads?from=2026-10-01&to=2026-10-04&timezone=UTC`,
          `${podcast()}/feed`,
        ];
        const findings: string[] = [];
        for (const path of paths) {
          await page.goto(`${web.api.baseUrl}/console${path}`);
          await settled(page);
          findings.push(...(await axeFindings(page)).map((finding) => `${path}: ${finding}`));
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (overflow > 0) findings.push(`${path}: ${overflow} px too wide`);
        }
        expect(findings).toEqual([]);
        expect(complaints).toEqual([]);
      });
    });
  });
}

/** Waits until the page shows what it loads. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('.loading') === null);
}
