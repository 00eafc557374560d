import { text as textOf } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { axeFindings } from './axe.ts';
import { drop } from './drop.ts';
import { STORED, type TRANSCRIPTS } from './fixtures.ts';
import { HOSTILE as TEXT } from './hostile.ts';
import { press, tabBackTo, tabTo } from './keyboard.ts';
import type { As, World } from './world.ts';

const HOSTILE = `${TEXT}\u0000`;
const NARROW = { viewport: { width: 360, height: 800 }, colorScheme: 'dark' } as const;

export function tryTranscript(world: World): void {
  const open = async (key: (typeof TRANSCRIPTS)[number], as: As = {}) => {
    const visit = await world.at(`${world.episode(key)}/transcript`, { token: 'tom', ...as });
    const editor = visit.page.getByRole('textbox', { name: 'Transcript text' });
    await editor.waitFor();
    return { ...visit, editor };
  };
  const stored = async (key: (typeof TRANSCRIPTS)[number]) => {
    const response = await world.fetch(`${world.episode(key)}/transcript`, { token: 'tom', headers: { Accept: 'text/vtt' } });
    return response.status === 200 ? response.text() : response.status;
  };
  const put = (key: (typeof TRANSCRIPTS)[number], content: string) =>
    world.fetch(`${world.episode(key)}/transcript`, { token: 'tom', method: 'PUT', body: JSON.stringify({ content }) });
  const state = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const typeAt = async (editor: Locator, line: string, text: string) => {
    await editor.getByText(line).click();
    await editor.press('End');
    await editor.pressSequentially(text);
  };
  /** As a person drops a file: the picker takes the same path. */
  const choose = (page: Page, name: string, bytes: Buffer) =>
    page.getByLabel('Transcript file').setInputFiles({ name, mimeType: 'text/vtt', buffer: bytes });

  it('takes a file that is dropped on the page, in place of the text', async () => {
    const { page, editor, complaints } = await open('dropped');
    await state(page, '2 subtitles, WebVTT');
    await drop(page, '.cm-content', `${HOSTILE}.srt`, '1\n00:00:01,000 --> 00:00:02,000\nDropped on the text\n');
    await page.getByText(`Opened “${HOSTILE}.srt”`).waitFor();
    await editor.getByText('Dropped on the text').waitFor();
    await state(page, '1 subtitle, SRT');
    expect(await editor.getByText('Good morning.').count()).toBe(0);
    await drop(page, '.findings', 'beside.srt', '1\n00:00:01,000 --> 00:00:02,000\nDropped beside it\n');
    await editor.getByText('Dropped beside it').waitFor();
    await drop(page, '.brand', 'missed.srt', '1\n00:00:01,000 --> 00:00:02,000\nMissed\n');
    expect(await editor.getByText('Missed').count()).toBe(0);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  it('shows a defect at its line while typing, repairs it after a look at the difference, and uploads after another', async () => {
    const { page, editor, complaints } = await open('main');
    await state(page, '2 subtitles, WebVTT');
    await editor.getByText('00:00:04.000').click();
    await editor.press('Home');
    for (let times = 0; times < 8; times++) await editor.press('ArrowRight');
    await editor.press('Delete');
    await editor.pressSequentially(',');
    await state(page, '1 defect');
    await page.locator('.cm-lint-marker-error').waitFor();
    expect(await button(page, 'Review and upload…').isDisabled()).toBe(true);

    await editor.press('Control+Home');
    await button(page, /Line 6.*bad_time/).click();
    await page.locator('.cm-activeLine').filter({ hasText: '00:00:04,000' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await button(page, 'Repair…').click();
    const repair = page.getByRole('dialog', { name: '1 repair' });
    await repair.locator('.cm-deletedChunk').getByText('00:00:04,000').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await repair.getByRole('button', { name: 'Take the repair' }).click();
    await state(page, 'No defects');

    await typeAt(editor, 'Let us begin.', ' Now.');
    await button(page, 'Review and upload…').click();
    const review = page.getByRole('dialog', { name: 'What the upload changes' });
    await review.locator('.cm-insertedLine, .cm-changedLine').getByText('Let us begin. Now.').waitFor();
    await review.getByRole('button', { name: 'Replace the transcript' }).click();
    await page.getByText('Uploaded: 2 subtitles stored.').waitFor();
    await review.waitFor({ state: 'detached' });
    expect(await stored('main')).toBe(STORED.replace('begin.', 'begin. Now.'));
    expect(await page.getByText('Not uploaded').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('opens a file of any encoding, shifts all times, finds and replaces, and downloads every format', async () => {
    const { page, editor, complaints } = await open('main');
    await choose(page, `${HOSTILE.slice(0, 60)}.srt`, Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nCafé\n', 'latin1'));
    await page.getByText('decoded from windows-1252').waitFor();
    await state(page, '1 subtitle, SRT');
    await editor.getByText('Café').waitFor();

    await button(page, 'Shift times…').click();
    const dialog = page.getByRole('dialog', { name: 'Shift all times' });
    await dialog.getByRole('textbox').fill('-2');
    await dialog.getByRole('button', { name: 'Shift' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'line 2' }).waitFor();
    await dialog.getByRole('textbox').fill('1:00.5');
    await dialog.getByRole('textbox').press('Enter');
    await editor.getByText('00:01:01,500 --> 00:01:02,500').waitFor();

    await editor.press('Control+f');
    await page.getByPlaceholder('Find').fill('Café');
    await page.getByPlaceholder('Replace').fill('Bar');
    expect(await axeFindings(page)).toEqual([]);
    await button(page, 'replace all').click();
    await editor.getByText('Bar').waitFor();

    const files: Record<string, string> = {};
    for (const [name, kind] of [
      ['As it is here', 'srt'],
      ['Stored, WebVTT', 'vtt'],
      ['Stored, SRT', 'srt'],
      ['Stored, JSON', 'json'],
    ] as const) {
      const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
      expect(download.suggestedFilename()).toBe(`About main.${kind}`);
      files[name] = await textOf(await download.createReadStream());
    }
    expect(files['As it is here']).toBe('1\n00:01:01,500 --> 00:01:02,500\nBar\n');
    expect(files['Stored, WebVTT']).toBe(await stored('main'));
    expect(files['Stored, SRT']).toContain('00:00:01,000 --> 00:00:03,500\nInes: Good morning.');
    expect(JSON.parse(files['Stored, JSON'] ?? '')).toMatchObject({ data: { segments: [{ speaker: 'Ines' }, { speaker: 'Tom' }] } });

    for (let times = 0; times < 3; times++) await editor.press('Control+z');
    await editor.getByText('Good morning.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('plays the audio with the subtitle lit up, and a click on a line seeks; nothing else leaves the origin', async () => {
    const { page, editor, complaints } = await open('audio');
    await state(page, '2 subtitles');
    expect(complaints).toEqual([]); // the audio is not asked for before somebody plays it
    const audio = page.locator('audio');
    await audio.evaluate((element: HTMLAudioElement) => (element.muted = true));
    await editor.getByText('Good morning.').click();
    await button(page, 'Play from the cursor').click();
    await page.locator('.cm-lit').getByText('Good morning.').waitFor();
    await page.locator('.caption').getByText('Ines: Good morning.').waitFor();
    await audio.evaluate((element: HTMLAudioElement) => element.pause());
    await editor.getByText('Let us begin.').click();
    await page.locator('.cm-lit').getByText('Let us begin.').waitFor();
    expect(await audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBe(4);

    await page.getByLabel('A click on a line seeks').uncheck();
    await editor.getByText('Good morning.').click();
    expect(await audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBe(4);
    expect(await axeFindings(page)).toEqual([]);
    expect([...new Set(complaints.map(({ kind, text }) => `${kind} ${text}`))]).toEqual([`origin ${world.media.url}`]);
  });

  it('warns that another transcript was stored meanwhile, before and during the review of the difference', async () => {
    const { page, editor } = await open('stale');
    await typeAt(editor, 'Let us begin.', ' Mine.');
    await put('stale', STORED.replace('begin.', 'begin. Theirs.'));
    await button(page, 'Review and upload…').click();
    const review = page.getByRole('dialog');
    await review.getByRole('alert').filter({ hasText: 'has changed since you opened it' }).waitFor();
    await review.locator('.cm-deletedChunk').getByText('Theirs.').waitFor();
    await put('stale', STORED.replace('begin.', 'begin. Again.'));
    await review.getByRole('button', { name: 'Replace the transcript' }).click();
    await review.locator('.cm-deletedChunk').getByText('Again.').waitFor();
    expect(await stored('stale')).toContain('Again.');
    await review.getByRole('button', { name: 'Replace the transcript' }).click();
    await page.getByText('Uploaded: 2 subtitles stored.').waitFor();
    expect(await stored('stale')).toContain('Mine.');
  });

  it('shows why the API refuses an upload, in its words', async () => {
    const { page, editor } = await open('busy');
    await page.getByText('The service is working on this transcript itself').waitFor();
    await typeAt(editor, 'Let us begin.', ' Now.');
    await button(page, 'Review and upload…').click();
    await page.getByRole('button', { name: 'Replace the transcript' }).click();
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'transcription_in_progress' }).waitFor();
  });

  it('is worked with by the keyboard alone', async () => {
    const { page, editor, complaints } = await open('keys');
    await tabTo(page, 'Transcript text');
    await page.keyboard.type('WEBVTT\n\n00:01.000 --> 00:00.500\nHello.\n');
    await state(page, '1 defect');
    await page.locator('.cm-lint-marker-error').waitFor(); // F8 knows the defects that the editor shows
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F8');
    await page.locator('.cm-activeLine').filter({ hasText: '00:01.000' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Tab'); // leaves the editor
    await tabBackTo(page, 'Repair…');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await press(page, 'Take the repair');
    await state(page, 'No defects');
    await tabBackTo(page, 'Review and upload…');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Upload', exact: true }).waitFor();
    await press(page, 'Upload');
    await page.getByText('Uploaded: 1 subtitle stored.').waitFor();
    expect(await stored('keys')).toContain('00:00:00.500 --> 00:00:01.000');
    await editor.waitFor(); // behind a dialog it has no role
    expect(complaints).toEqual([]);
  });

  it('a hostile transcript, title and file name show as text and break nothing, also at 360 pixels in the dark', async () => {
    const { page, editor, complaints } = await open('hostile', NARROW);
    const lines = Array.from({ length: 400 }, (_, at) => `00:00:${String(at % 60).padStart(2, '0')}.000 --> x${HOSTILE}`);
    await choose(page, HOSTILE.slice(0, 40), Buffer.from(`WEBVTT\n\n${HOSTILE}\n\n${lines.join('\n\n')}\n`));
    await state(page, /401 defects/);
    await page.getByText('and 301 more defects').waitFor();
    await editor.getByText('onerror=').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await axeFindings(page)).toEqual([]);

    // 10 MB in one line, and a file that is larger than any transcript.
    await choose(page, 'one-line.srt', Buffer.from(`1\n00:00:01,000 --> 00:00:02,000\n${'😀<b>'.repeat(1_400_000)}\n`));
    await state(page, '1 subtitle, SRT');
    await button(page, 'Review and upload…').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await choose(page, 'large.srt', Buffer.alloc(21_000_000, 'a'));
    await page.getByText('may have at most 10,485,760 bytes').waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  it('a token that may only read can neither type nor drop a file', async () => {
    const { page, editor, complaints } = await open('audio', { token: 'tom reads' });
    await state(page, '2 subtitles');
    await editor.getByText('Let us begin.').click();
    await page.keyboard.type('x');
    expect(await editor.textContent()).not.toContain('xLet us begin');
    await drop(page, '.cm-content', 'mine.srt', '1\n00:00:01,000 --> 00:00:02,000\nMine\n');
    await drop(page, '.findings', 'mine.srt', '1\n00:00:01,000 --> 00:00:02,000\nMine\n');
    await page.getByLabel('Transcript file').waitFor({ state: 'attached' });
    expect(await page.getByLabel('Transcript file').isDisabled()).toBe(true);
    expect(await editor.getByText('Mine').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
}
