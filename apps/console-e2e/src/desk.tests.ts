import { expect, it } from '@jest/globals';
import { press, tabBackTo, tabTo } from './keyboard.ts';
import type { World } from './world.ts';

export function tryDesk(world: World): void {
  it('lists episodes with what each lacks, and when it was published; filters and searches, by the keyboard alone, are part of the address', async () => {
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
    await page.getByText('1 title found among 2 episodes').waitFor();
    expect(page.url()).toContain('q=BARE');
    await press(page, 'The bare one');
    await page.getByRole('heading', { name: 'Transcript' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows a long list page by page; a search looks through eight pages, says so, and goes on when it is asked to', async () => {
    const { page, complaints } = await world.at(world.podcast('long'));
    await page.getByText('50 episodes so far').waitFor();
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await page.getByText('100 episodes so far').waitFor();
    await page.getByRole('searchbox').fill('number 7');
    await page.getByText('found among 400 episodes', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Search further' }).press('Enter');
    await page.getByText('78 titles found among 420 episodes').waitFor();
    expect(complaints).toEqual([]);
  });

  it('names a podcast that is not on the first pages of the list, in its heading and in the choice', async () => {
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
