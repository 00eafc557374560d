import { expect, it } from '@jest/globals';
import { axeFindings } from './axe.ts';
import { press, retype, tabTo } from './keyboard.ts';
import type { World } from './world.ts';

export function tryTokens(world: World): void {
  it('point 13: the tokens page creates, rotates and ends tokens by the keyboard alone; each secret works and is shown once', async () => {
    const { page, complaints } = await world.at('/tokens', { token: 'paul', colorScheme: 'dark' });
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    const status = async (secret: string | null) =>
      (await fetch(`${world.web.api.baseUrl}/api/v1/token`, { headers: { Authorization: `Bearer ${secret}` } })).status;
    await row('in use here').waitFor();
    await retype(page, 'Label', 'Release script');
    await tabTo(page, 'update');
    await page.keyboard.press('Space');
    await press(page, 'Create a token');
    const first = await page.locator('.secret').textContent();
    expect(await status(first)).toBe(200);
    await row('Release script').getByText('read, update').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await press(page, 'I have stored it');
    expect(await page.content()).not.toContain(first);

    await press(page, 'Rotate… Release script');
    await tabTo(page, 'The old secret');
    await page.keyboard.press('ArrowUp');
    expect(await page.getByLabel('The old secret').inputValue()).toBe('0');
    await press(page, 'Rotate it');
    await page.locator('.secret').waitFor();
    const second = await page.locator('.secret').textContent();
    expect([await status(first), await status(second)]).toEqual([401, 200]);

    await press(page, 'End… Release script');
    await press(page, 'End it');
    await page.getByText('“Release script” has ended.').waitFor();
    await row('Release script').waitFor({ state: 'detached' });
    expect(await status(second)).toBe(401);
    expect(complaints).toEqual([]);
  });

  it('point 13: the tokens page shows why a token is refused, in the words and codes of the API', async () => {
    const { page } = await world.at('/tokens', { token: 'paul' });
    await page.getByLabel('Label').fill('   ');
    await page.getByRole('button', { name: 'Create a token' }).press('Enter');
    await page.getByRole('alert').locator('code').first().waitFor();
  });
}
