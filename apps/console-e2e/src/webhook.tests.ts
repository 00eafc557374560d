import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeFindings } from './axe.ts';
import { HOSTILE } from './hostile.ts';
import { press, retype, tabTo } from './keyboard.ts';
import { until } from '@app/process/testing/until';
import { WEBHOOK_HOST, type As, type World } from './world.ts';

export function tryWebhook(world: World): void {
  const open = async (path: string, as: As = {}) => {
    const visit = await world.at(path, { token: 'wanda', ...as });
    await visit.page.getByRole('heading', { name: 'Destination' }).waitFor();
    return visit;
  };
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const cells = (page: Page, label: string) => page.getByRole('group', { name: label }).locator('tbody tr');

  it('the webhook page registers by the keyboard alone, shows why an address is refused and the secret once, and tells when it is active', async () => {
    const { page, complaints } = await open('/webhook');
    await page.getByText('Nothing was sent yet.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await tabTo(page, 'URL of your receiver');
    await page.keyboard.type(`http://${WEBHOOK_HOST}/in/box`);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'https_required' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const refusals = complaints.length; // Chromium reports every 4xx on its console
    await retype(page, 'URL of your receiver', `https://${WEBHOOK_HOST}/in/box?key=1`);
    await page.keyboard.press('Enter');
    const secret = await page.locator('.secret').textContent();
    expect(secret).toMatch(/^whsec_/);
    world.receiver.use(secret ?? '');
    await page.getByText('active', { exact: true }).waitFor();
    await press(page, 'I have stored it');
    await page.reload();
    await page.getByText('Verified on').waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(complaints.slice(0, refusals).map(({ text }) => text)).toEqual([expect.stringContaining('422')]);
    expect(complaints.slice(refusals)).toEqual([]);
  });

  it('the webhook page shows by the keyboard alone what a receiver gets, its attempts with outcome and duration, and sends it again', async () => {
    const { page, complaints } = await open('/webhook');
    await until(() => world.reports.some(({ event }) => isLow(event)));
    await page.reload();
    await page.getByRole('link', { name: 'video_quota.low' }).waitFor();
    await press(page, 'video_quota.low');
    await page.getByRole('heading', { name: 'video_quota.low' }).waitFor();
    const [arrived] = world.reports.filter(({ event }) => isLow(event));
    const { id } = arrived?.event as { id: string };
    expect(JSON.parse((await page.getByLabel('Payload').textContent()) ?? '')).toEqual(arrived?.event);
    expect(await cells(page, 'Attempts').textContent()).toMatch(/^1.*(?:ms|s)200$/);
    expect(await axeFindings(page)).toEqual([]);

    await page.reload(); // the address is the delivery's
    await page.getByText('A new delivery of the same event').waitFor();
    await press(page, 'Send again');
    await page.getByText('The event is sent again').waitFor();
    await until(() => world.reports.some(({ duplicate }) => duplicate));
    expect(world.reports.find(({ duplicate }) => duplicate)).toMatchObject({ verified: true, event: { id } });
    expect(complaints).toEqual([]);
  });

  it('point 13: the webhook page tells the health of the destination and the outcomes, and replays what was missed', async () => {
    const { page, complaints } = await open('/webhook');
    await page.getByText('not failing').waitFor();
    await page.getByText(/The latest \d+ deliveries, each as high as its attempts: \d+ delivered/).waitFor();
    expect(await page.locator('.outcome').count()).toBeGreaterThan(1);
    await press(page, 'Replay');
    await page.getByText(/Nothing was missed|will be sent again/).waitFor();
    await page.getByLabel('Send again what was missed since').fill('2020-01-01T00:00');
    expect(complaints).toEqual([]);
    await press(page, 'Replay');
    await page.getByRole('alert').getByText('too_old').waitFor();
  });

  it('the webhook page tells the next attempt of what did not arrive, and where its outcome is explained', async () => {
    await world.receiver.close();
    const { page, complaints } = await open('/webhook');
    await page.getByRole('link', { name: 'video_quota.low' }).first().click();
    await button(page, 'Send again').click();
    await page.getByText('The event is sent again').waitFor();
    const id = new URL(page.url()).searchParams.get('delivery');
    // Sooner than the page would look again by itself.
    await until(async () => ((await world.data(`/video-webhook/deliveries/${id}`, 'wanda')) as { attempts: number }).attempts > 0);
    await page.reload();
    await page.getByText('connection_refused').waitFor();
    await page.getByText('Next attempt').waitFor();
    expect(await page.getByRole('link', { name: 'What an outcome means' }).getAttribute('href')).toBe('/docs/guides/webhooks#outcomes');
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('a token that may only read sees everything and can change nothing', async () => {
    const { page, complaints } = await open('/webhook', { token: 'wanda reads' });
    await page.getByRole('link', { name: 'webhook.verification' }).click();
    await page.getByText('Only the service and the destination may know the challenge.').waitFor();
    for (const name of ['Remove…', 'Replace…', 'Send again']) expect(await button(page, name).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('a hostile payload shows as text, in the dark at 360 pixels', async () => {
    const user = world.web.seed.users['wanda'];
    const body = JSON.stringify({
      id: 'x',
      type: HOSTILE,
      createdAt: '2026-11-22T00:00:00.000Z',
      data: { text: HOSTILE.repeat(1000) },
    });
    await world.web.stack.query(
      `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, status, attempts, finished_at, delivered_at)
       SELECT ('01a20300-0000-7000-8000-0000000000' || n)::uuid, $1, gen_random_uuid(), gen_random_uuid(), $2, CASE WHEN n = 10 THEN $3 ELSE '{}' END,
              'delivered', 1, now(), now() FROM generate_series(10, 21) AS n`,
      [user, HOSTILE, body],
    );
    const id = '01a20300-0000-7000-8000-000000000010';
    const { page, complaints } = await open(`/webhook?delivery=${id}`, { viewport: { width: 360, height: 800 }, colorScheme: 'dark' });
    await page.getByLabel('Payload').filter({ hasText: '<img src=x' }).waitFor();
    expect(await page.getByRole('link', { name: '<img src=x' }).count()).toBeGreaterThan(0);
    expect(await cells(page, 'Deliveries, newest first').count()).toBeGreaterThan(10);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('the webhook page replaces and removes the destination by the keyboard alone, after it has said what that means', async () => {
    const { page } = await open('/webhook');
    await page.getByLabel('Replace it by').waitFor();
    await retype(page, 'Replace it by', `https://${WEBHOOK_HOST}/other`);
    await press(page, 'Replace…');
    await page.getByRole('dialog').getByText('a new signing secret').waitFor();
    await press(page, 'Replace it');
    await page.locator('.secret').waitFor();
    await page.getByText('not verified').waitFor();
    await press(page, 'Verify again');
    await page.getByText('A new challenge is on its way.').waitFor();
    await press(page, 'Remove…');
    await press(page, 'Remove it');
    await button(page, 'Register').waitFor();
  });
}

function isLow(event: unknown): boolean {
  return (event as { type?: string }).type === 'video_quota.low';
}
