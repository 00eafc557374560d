import { expect, it } from '@jest/globals';
import type { World } from './world.ts';

/** A person works with the largest podcast and transcript (contract 15.3). `editor-figures.ts` times a key. */
export function trySizes(world: World): void {
  it('of 10,000 episodes any is found by one request and opened by keys, and only the rows near the viewport are in the document', async () => {
    const { page, complaints } = await world.at(world.podcast('vast'), { token: 'vera' });
    await page.getByText('300 episodes so far').waitFor();
    expect(await page.locator('.episode').count()).toBeLessThan(60);
    const requests: string[] = [];
    page.on('request', (request) => void (request.url().includes('/episodes') && requests.push(request.url())));
    await page.getByRole('searchbox').fill('part 4321');
    await page.getByRole('link', { name: 'Part 4321', exact: true }).waitFor();
    expect(requests).toHaveLength(1);
    await page.getByRole('link', { name: 'Part 4321', exact: true }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Part 4321' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('a transcript of 20,000 subtitles is judged while its last one is typed, and uploaded whole', async () => {
    const { page, complaints } = await world.at(`${world.episode('vast 17')}/transcript`, { token: 'vera' });
    const state = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
    await state('20,000 subtitles');
    const editor = page.getByRole('textbox', { name: 'Transcript text' });
    await editor.getByText('This is line 0.').click();
    await editor.press('Control+End');
    await editor.getByText('This is line 19999.').click();
    await editor.press('End');
    await editor.pressSequentially(' The end.');
    await editor.getByText('16:39:57.000').click();
    for (const key of ['Home', ...Array<string>(8).fill('ArrowRight'), 'Delete']) await editor.press(key);
    await editor.pressSequentially(',');
    await state('1 defect');
    await editor.press('Backspace');
    await editor.pressSequentially('.');
    await state('No defects');
    expect(await page.locator('.cm-line').count()).toBeLessThan(500);
    await page.getByRole('button', { name: 'Review and upload…' }).click();
    const review = page.getByRole('dialog', { name: 'What the upload changes' });
    await review.getByText('This is line 19999. The end.').first().waitFor();
    await review.getByRole('button', { name: 'Replace the transcript' }).click();
    await page.getByText('Uploaded: 20,000 subtitles').waitFor();
    const stored = await world.fetch(`${world.episode('vast 17')}/transcript`, { token: 'vera', headers: { Accept: 'text/vtt' } });
    expect((await stored.text()).trimEnd().endsWith('This is line 19999. The end.')).toBe(true);
    expect(complaints).toEqual([]);
  });
}
