import { expect, it } from '@jest/globals';
import type { World } from './world.ts';

export function trySession(world: World): void {
  it('the console signs in with the token of a link, which leaves the address at once and is kept in sessionStorage alone', async () => {
    const { page, complaints } = await world.at(world.podcast('tech'));
    await page.getByRole('link', { name: 'The rich one' }).waitFor();
    expect(page.url()).not.toContain(world.token('ann'));
    const kept = await page.evaluate(() => ({
      session: JSON.stringify(sessionStorage),
      elsewhere: JSON.stringify([{ ...localStorage }, document.cookie, history.state, document.documentElement.outerHTML]),
    }));
    expect(kept.session).toContain(world.token('ann'));
    expect(kept.elsewhere).not.toContain(world.token('ann'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to the release desk' }).waitFor();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(world.token('ann'));
    expect(complaints).toEqual([]);
  });

  it('the console asks for another token, in the words of the API, once the one that it has is revoked', async () => {
    const { page } = await world.at(world.podcast('tech'), { token: 'ann short' });
    const { id } = (await world.data('/token', 'ann short')) as { id: string };
    await world.web.stack.admin('token', 'revoke', id);
    await page.getByRole('link', { name: 'Videos' }).click();
    await page.getByText('The API does not accept this token.').waitFor();
    await page.getByText('token_invalid').waitFor();
  });

  it('a token that no header can carry is refused with a reason; the field for another one has the focus, and the page its title', async () => {
    const { page, complaints } = await world.at(world.podcast('tech'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    const field = page.getByLabel('API token');
    for (const token of ['pat_“copied”', 'pat_a b', 'pat_\u200b']) {
      await field.fill(token);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('This is no API token').waitFor();
      await field.fill(world.token('ann'));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Episodes' }).waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
    }
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.title()).toBe('Sign in · Console');
    expect(complaints).toEqual([]);
  });

  it('the console loads at most 110 kB of JavaScript (gzip) before the release desk is usable', async () => {
    const { page } = await world.visit({ extraHTTPHeaders: { 'Accept-Encoding': 'gzip' } });
    const sizes = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) sizes.set(response.url(), response.request().sizes().then(({ responseBodySize }) => responseBodySize)); // prettier-ignore
    });
    await page.goto(`${world.web.api.baseUrl}/console${world.podcast('tech')}#token=${world.token('ann')}`);
    await page.getByRole('link', { name: 'The rich one' }).waitFor();
    const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(10_000);
    expect(total).toBeLessThan(110_000);
  });
}
