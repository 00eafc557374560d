import { expect, it } from '@jest/globals';
import { until } from '@app/process/testing/until';
import { axeFindings } from './axe.ts';
import { drop } from './drop.ts';
import { STORED } from './fixtures.ts';
import { press, tabBackTo, tabTo } from './keyboard.ts';
import type { World } from './world.ts';

export function tryDesk(world: World): void {
  it('point 5: the list of episodes lists episodes with what each lacks, and when it was published; filters and searches, by the keyboard alone, are part of the address', async () => {
    const { page, complaints } = await world.at(world.podcast('tech'), { timezoneId: 'Asia/Tokyo', locale: 'en-GB' });
    const published = page.getByText('1 Oct 2026, 17:00');
    expect(await published.getAttribute('title')).toBe('2026-10-01 08:00:00 UTC');
    await page.getByRole('list', { name: 'Parts of The bare one' }).getByRole('link', { name: 'No chapters' }).waitFor();
    await tabTo(page, 'chapters');
    await page.keyboard.press('Space');
    await page.getByRole('link', { name: 'The rich one' }).waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/\?missing=chapters$/);
    await page.reload();
    await page.getByText('1 episode').waitFor();
    await tabTo(page, 'chapters');
    await page.keyboard.press('Space');
    await tabBackTo(page, 'Search in titles');
    await page.keyboard.type('BARE');
    await page.getByRole('link', { name: 'The rich one' }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('q=BARE');
    await press(page, 'The bare one');
    await page.getByRole('heading', { name: 'The bare one', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('point 5: the list of episodes groups episodes into next, unscheduled and published; only what is due looks urgent, and says how long there is', async () => {
    const { page, complaints } = await world.at(world.podcast('plan'), { token: 'paul' });
    const group = (name: string) => page.getByRole('region', { name, exact: true });
    await group('Published').waitFor();
    expect(await group('Next').locator('.episode-title > a').allTextContents()).toEqual(['Due soon', 'שלום عليكم']);
    expect(await group('Unscheduled').locator('.episode-title > a').allTextContents()).toEqual(['Untitled episode']);
    await group('Next')
      .getByText(/^Due in [23] days$/)
      .waitFor();
    await group('Next')
      .getByText(/^in 2[01] days$/)
      .waitFor();
    await group('Next').getByText('2 of 3 parts').waitFor();
    expect(await page.locator('.episode-due .episode-title > a').allTextContents()).toEqual(['Due soon']);
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['23', '2026-03-28T20:00:00Z', '2026-03-29T22:30:00Z'],
    ['25', '2026-10-24T20:00:00Z', '2026-10-25T23:30:00Z'],
  ])('the list of episodes counts a day of %s hours as one day of the viewer', async (_hours, now, release) => {
    const visit = await world.visit({ timezoneId: 'Europe/Berlin' });
    await visit.page.clock.setFixedTime(now);
    await visit.page.route(/\/podcasts\/[^/]+\/episodes/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { title: string; published_at: string | null }[] };
      const data = body.data.map((one) => (one.title === 'Due soon' ? { ...one, published_at: release } : one));
      await route.fulfill({ response, json: { ...body, data } });
    });
    await world.web.open(visit, world.podcast('plan'), world.token('paul'));
    // Half an hour after midnight, a day and a half hour later.
    await visit.page.getByText('Due in 2 days', { exact: true }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  it('point 8: the list of episodes loads at most three pages ahead, has only the rows near the viewport in the document, and more when they are scrolled to', async () => {
    const { page, complaints } = await world.visit();
    let requests = 0;
    page.on('request', (request) => void (request.url().includes('/api/v1/') && (requests += 1)));
    await page.goto(`${world.web.api.baseUrl}/console${world.podcast('long')}#token=${world.token('ann')}`);
    await page.getByText('300 episodes so far').waitFor();
    expect(requests).toBe(5);
    expect(await page.locator('.episode').count()).toBeLessThan(60);
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await page.getByText(/^4[02]0 episodes/).waitFor();
    await until(async () => {
      await page.keyboard.press('End');
      return (await page.locator('.more [role=status]').textContent()) === '420 episodes';
    });
    expect(await page.locator('.episode').count()).toBeLessThan(60);
    expect(complaints).toEqual([]);
  });

  it('a page of the list that failed is requested once, and again when asked for; what was loaded stays', async () => {
    const visit = await world.visit();
    const { page } = visit;
    let requests = 0;
    const failing = /\/episodes\?.*after=/;
    await page.route(failing, (route) => {
      requests += 1;
      return route.fulfill({
        status: 500,
        json: { message: 'Out of order.', errors: [{ code: 'internal', field: null, message: 'Out of order.' }] },
      });
    });
    await world.web.open(visit, world.podcast('long'), world.token('ann'));
    const alert = page.getByRole('alert').filter({ hasText: 'Out of order.' });
    await alert.waitFor();
    await page.getByRole('link', { name: 'Number 419', exact: true }).waitFor();
    for (let times = 0; times < 20; times++) await page.mouse.wheel(0, 2000);
    await page.unroute(failing);
    await alert.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByText('300 episodes so far').waitFor();
    expect(requests).toBe(1);
  });

  it('point 3: the list of episodes searches whole titles by one request of the API, and says what it cannot search for', async () => {
    const { page, complaints } = await world.at(world.podcast('long'));
    await page.getByText('300 episodes so far').waitFor();
    const requests: string[] = [];
    page.on('request', (request) => void (request.url().includes('/episodes') && requests.push(request.url())));
    await page.getByRole('searchbox').fill('number 41');
    await page.getByText('11 episodes', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Number 41', exact: true }).waitFor();
    expect(requests).toHaveLength(1);
    await page.getByRole('searchbox').fill('…');
    await page.getByText('Type a letter or a digit to search.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('point 11: many transcripts at once are matched, repaired, shown as a plan and uploaded; a token that ends keeps them', async () => {
    const { page, complaints } = await world.at(world.podcast('long'));
    const file = (name: string, content: string) => ({ name, mimeType: 'text/vtt', buffer: Buffer.from(content) });
    await page.getByText('300 episodes so far').waitFor();
    await page.getByLabel('Upload transcripts…').setInputFiles([
      file('number-410.vtt', STORED),
      file('Number 5.srt', '1\n00:00:02,000 --> 00:00:01,000\nHello.\n'), // found by a search; its times are repaired
      file('Number 411.vtt', STORED),
      file('number_411.vtt', STORED),
      file('nobody.vtt', STORED),
      file('Number 412.vtt', 'No times.'),
    ]);
    const dialog = page.getByRole('dialog', { name: 'Upload transcripts' });
    const row = (name: string) => dialog.getByRole('row').filter({ hasText: name });
    await row('Number 412.vtt').getByText('is no transcript').waitFor();
    await row('number-410.vtt').getByText('Ready').waitFor();
    await row('Number 5.srt').getByText('with 1 repair').waitFor();
    await row('number_411.vtt').getByText('Another file is for the same episode.').waitFor();
    await row('nobody.vtt').getByText('No episode has this name').waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await axeFindings(page)).toEqual([]);
    const message = 'The token has expired.';
    const refusal = { status: 401, json: { message, errors: [{ code: 'token_invalid', field: null, message }] } };
    await page.route(/\/transcript$/, (route) => route.fulfill(refusal));
    await dialog.getByRole('button', { name: 'Upload 3 transcripts' }).press('Enter');
    await page.getByText('The API does not accept this token.').waitFor();
    await page.unroute(/\/transcript$/);
    await page.getByLabel('API token').fill(world.token('ann'));
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Check the failed ones again' }).press('Enter');
    // Delays the list that the page requests again after the uploads.
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/episodes\?first=100/, (route) => released.then(() => route.continue()));
    await dialog.getByRole('button', { name: 'Upload 3 transcripts' }).press('Enter');
    await dialog.getByText('3 files uploaded.').waitFor();
    await row('Number 5.srt').getByText('Uploaded: 1 subtitle').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await drop(world, page, ['main', 'Number 410.vtt'], STORED);
    await dialog.getByText('Checking: 1 file left.').waitFor();
    release();
    await row('Number 410.vtt').getByText('Stored already').waitFor();
    expect(complaints.filter(({ text }) => !text.includes('401'))).toEqual([]);
  });

  it('point 12: keys of one character search, move between rows, open pages and show themselves, and can be switched off', async () => {
    const { page, complaints } = await world.at(world.podcast('plan'), { token: 'paul' });
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.getByRole('link', { name: 'Out now' }).waitFor();
    await page.keyboard.press('j');
    expect(await focused()).toBe('Due soon');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await focused()).toBe('Due soon');
    await page.keyboard.press('/');
    await page.keyboard.type('jk');
    expect(await page.getByRole('searchbox').inputValue()).toBe('jk');
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByRole('heading', { name: 'Tokens' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.getByRole('heading', { name: 'Episodes' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Shortcuts' }).getByText('Next row').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Use shortcuts').press('Space');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    expect(page.url()).not.toContain('/tokens');
    expect(complaints).toEqual([]);
  });

  it('the list of episodes names a podcast that is not on the first pages of the list, in its heading and in the choice', async () => {
    const listed: string[] = [];
    for (let after = ''; ;) {
      const answer = await world.fetch(`/podcasts?first=100${after}`, { token: 'mona' });
      const { data, meta } = (await answer.json()) as { data: { id: string }[]; meta: { next_cursor: string | null } };
      listed.push(...data.map(({ id }) => id));
      if (meta.next_cursor === null) break;
      after = `&after=${encodeURIComponent(meta.next_cursor)}`;
    }
    const last = Array.from({ length: 205 }, (_, index) => index).find((index) =>
      world.podcast(`many ${index}`).endsWith(listed.at(-1) ?? 'none'),
    );
    const { page, complaints } = await world.at(world.podcast(`many ${last}`), { token: 'mona' });
    await page.locator('main').getByText(`Podcast ${last}`, { exact: true }).waitFor();
    const choice = page.getByLabel('Podcast', { exact: true });
    expect(await choice.locator('option:checked').innerText()).toBe(`Podcast ${last}`);
    expect(complaints).toEqual([]);
  });
}
