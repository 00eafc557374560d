import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromiumPath } from './browser.ts';
import { ConsoleUnderTest } from './console.ts';

if (chromiumPath === undefined) {
  it('no Chromium is on the PATH: the console is not tried', () => console.info('no Chromium is on the PATH: the console is not tried.'));
} else {
  describe('the console', () => {
    let console: ConsoleUnderTest;
    beforeAll(async () => {
      console = await ConsoleUnderTest.start({
        users: [{ key: 'ann', name: 'Ann', tokens: [{ key: 'all', permissions: ['read', 'update', 'delete'] }] }],
        podcasts: [
          {
            key: 'tech',
            title: 'Tech Weekly',
            owner: 'ann',
            ownership_confirmed: true,
            episodes: [{ key: 'one', title: 'The first one' }],
          },
        ],
      });
    });
    afterAll(() => console.destroy());

    it('signs in with the token of a link, which leaves the address at once and is kept in sessionStorage alone', async () => {
      const visit = await console.visit();
      const token = console.seed.tokens['all'] ?? '';
      await console.open(visit, `/podcasts/${console.seed.podcasts['tech']}`, token);
      await visit.page.getByRole('link', { name: 'The first one' }).waitFor();
      expect(visit.page.url()).not.toContain(token);
      const kept = await visit.page.evaluate(() => ({
        session: JSON.stringify(sessionStorage),
        elsewhere: JSON.stringify({
          ...localStorage,
          cookie: document.cookie,
          state: history.state as unknown,
          html: document.documentElement.outerHTML,
        }),
      }));
      expect(kept.session).toContain(token);
      expect(kept.elsewhere).not.toContain(token);
      expect(visit.complaints).toEqual([]);
      await visit.context.close();
    });
  });
}
