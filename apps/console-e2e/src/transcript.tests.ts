import { text as textOf } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { axeFindings, mustFitEveryWidth } from './axe.ts';
import { drop } from './drop.ts';
import { STORED, type TRANSCRIPTS } from './fixtures.ts';
import { HOSTILE as TEXT } from './hostile.ts';
import { press, tabBackTo, tabTo } from './keyboard.ts';
import type { As, World } from './world.ts';

const FAULT = { message: 'The database is away.', errors: [{ code: 'database_away', field: null, message: 'The database is away.' }] };
/** Bytes as those of a picture: its signature, and what is compressed. */
const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
  Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) % 256)),
]);
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
    page.getByLabel('Open a file…').setInputFiles({ name, mimeType: 'text/vtt', buffer: bytes });

  it('the transcript page takes a file that is dropped anywhere on the page, in place of the text', async () => {
    const MARKUP = '<img src=x onerror="window.hacked=1">'; // a name that a file can have
    const { page, editor, complaints } = await open('dropped');
    await state(page, '2 subtitles, WebVTT');
    await drop(world, page, ['.cm-content', `${MARKUP}.srt`], '1\n00:00:01,000 --> 00:00:02,000\nDropped on the text\n');
    await page.getByText(`Opened “${MARKUP}.srt”`).waitFor();
    await editor.getByText('Dropped on the text').waitFor();
    await state(page, '1 subtitle, SRT');
    expect(await editor.getByText('Good morning.').count()).toBe(0);
    await drop(world, page, ['.toolbar', 'beside.srt'], '1\n00:00:01,000 --> 00:00:02,000\nDropped beside it\n');
    await editor.getByText('Dropped beside it').waitFor();
    await drop(world, page, ['.brand', 'far.srt'], '1\n00:00:01,000 --> 00:00:02,000\nDropped far from it\n');
    await editor.getByText('Dropped far from it').waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  it('the transcript page shows a defect at its line while typing, repairs it after a look at the difference, and uploads after another', async () => {
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
    await page.waitForFunction(() => document.activeElement?.textContent === 'Apply the repair'); // point 12
    expect(await axeFindings(page)).toEqual([]);
    await repair.getByRole('button', { name: 'Apply the repair' }).click();
    await state(page, 'No defects');

    await typeAt(editor, 'Let us begin.', ' Now.');
    await button(page, 'Review and upload…').click();
    const review = page.getByRole('dialog', { name: 'What the upload changes' });
    await review.locator('.cm-insertedLine, .cm-changedLine').getByText('Let us begin. Now.').waitFor();
    await review.getByRole('button', { name: 'Replace the transcript' }).click();
    await page.getByText('Uploaded: 2 subtitles').waitFor();
    await review.waitFor({ state: 'detached' });
    expect(await stored('main')).toBe(STORED.replace('begin.', 'begin. Now.'));
    expect(await page.getByText('Not uploaded').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('the transcript page opens a file of any encoding, shifts all times, finds and replaces, and downloads every format', async () => {
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
    const looks = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { color, backgroundColor, backgroundImage, borderTopColor } = getComputedStyle(element);
          return { color, backgroundColor, backgroundImage, borderTopColor };
        });
    await page.mouse.move(0, 0);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      // Point 12: the find panel has the style of the page.
      const own = await looks('.toolbar .button:enabled:not(.button-primary)');
      expect([await looks('.cm-search .cm-button'), await looks('.cm-search .cm-textfield')]).toEqual([own, own]);
    }
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

  it('the transcript page plays the audio with the subtitle lit up, and a click on a line seeks; nothing else leaves the origin', async () => {
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

  it('the transcript page plays the public video in place of the audio: the subtitle is lit up, and a click on a line or the waveform seeks', async () => {
    const publish = async (isPublic: boolean) => {
      const body = JSON.stringify({ public: isPublic });
      expect((await world.fetch(`${world.podcast('tape')}/publication`, { method: 'PUT', body, token: 'tom' })).ok).toBe(true);
    };
    await publish(true);
    const visit = await world.visit();
    const { page, complaints } = visit;
    const elsewhere = { status: 302, headers: { Location: world.media.film } }; // as to an object store
    await page.route(/\/e\/[^/]+\/video$/, (route) => route.fulfill(elsewhere));
    await world.web.open(visit, `${world.episode('film')}/transcript`, world.token('tom'));
    const isAt = (seconds: number) =>
      page.waitForFunction((at) => Math.abs((document.querySelector('video')?.currentTime ?? -1) - at) < 0.1, seconds);
    await state(page, '2 subtitles');
    await page.locator('video').waitFor();
    if (world.media.film !== world.media.url) await page.waitForFunction(() => document.querySelector('video')?.videoWidth === 64);
    await page.getByRole('textbox', { name: 'Transcript text' }).getByText('Let us begin.').click();
    await isAt(4);
    await page.locator('.cm-lit').getByText('Let us begin.').waitFor();
    await page.locator('.caption').getByText('Tom: Let us begin.').waitFor();
    await page.getByRole('button', { name: 'Show the waveform' }).click();
    const wave = page.locator('canvas.waveform');
    await wave.click({ position: { x: 1, y: 10 } });
    await isAt(0.15);
    await mustFitEveryWidth(page);
    expect(complaints.filter(({ kind }) => kind !== 'origin')).toEqual([]);
    await publish(false);
  });

  it('the transcript page never overwrites a transcript that was not seen: another one is shown, and its lines are taken over one place at a time', async () => {
    const { page, editor } = await open('stale');
    await typeAt(editor, 'Good morning.', ' Mine.');
    await put('stale', STORED.replace('begin.', 'begin. Theirs.'));
    await button(page, 'Review and upload…').click();
    const review = page.getByRole('dialog');
    await review.getByRole('alert').filter({ hasText: 'has changed since you opened it' }).waitFor();
    await review.locator('.cm-deletedChunk').getByText('Theirs.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await put('stale', STORED.replace('begin.', 'begin. Again.'));
    await review.getByRole('button', { name: 'Replace the transcript' }).click(); // 412: a third one came meanwhile
    await review.locator('.cm-deletedChunk').getByText('Again.').waitFor();
    expect(await stored('stale')).toContain('Again.');
    await review.getByRole('button', { name: 'Take theirs' }).last().press('Enter');
    await review.locator('.cm-deletedChunk').getByText('Again.').waitFor({ state: 'detached' });
    await review.getByRole('button', { name: 'Replace the transcript' }).click();
    await page.getByText('Uploaded: 2 subtitles').waitFor();
    expect(await stored('stale')).toBe(STORED.replace('morning.', 'morning. Mine.').replace('begin.', 'begin. Again.'));
    await editor.getByText('Again.').waitFor();
    expect(await button(page, 'Review and upload…').isDisabled()).toBe(true); // nothing has changed since
  });

  it('the transcript page shows what changed between any two versions, and opens one again', async () => {
    const { page, editor, complaints } = await open('versions');
    await put('versions', STORED.replace('begin.', 'begin. Second.'));
    await put('versions', STORED.replace('begin.', 'begin. Third.'));
    await button(page, 'Versions…').click();
    const dialog = page.getByRole('dialog', { name: 'Versions' });
    await dialog.getByLabel('From', { exact: true }).selectOption({ index: 2 });
    await dialog.getByText('0 places differ').waitFor(); // the text in the editor is the first version
    await dialog.getByLabel('To', { exact: true }).selectOption({ index: 1 });
    await dialog.locator('.cm-changedLine, .cm-insertedLine').getByText('Third.').waitFor();
    await dialog.getByLabel('From', { exact: true }).selectOption({ index: 1 });
    await dialog.locator('.cm-deletedChunk').getByText('Second.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: /Open version \d+ in the editor/ }).click();
    await editor.getByText('Second.').waitFor();
    await button(page, 'Review and upload…').click();
    await page.getByRole('button', { name: 'Replace the transcript' }).click();
    await page.getByText('Uploaded: 2 subtitles').waitFor();
    expect(await stored('versions')).toContain('Second.');
    await typeAt(editor, 'Good morning.', ' --> 00:00:09.000');
    await state(page, '1 defect');
    await button(page, 'Versions…').click();
    // The page compares a text with defects unrepaired.
    await dialog.locator('.cm-changedLine').getByText('00:00:09.000').waitFor();
    expect(complaints).toEqual([]);
  });

  it('the transcript page lists the subtitles beside the text: by keys they are selected, moved, split, merged and set from the audio', async () => {
    const { page, editor, complaints } = await open('cues');
    const list = page.getByRole('listbox', { name: 'Subtitles' });
    const selected = list.getByRole('option', { selected: true });
    await list.getByRole('option').nth(1).waitFor();
    await tabTo(page, 'Subtitles');
    await page.keyboard.press('Home');
    await selected.getByText('Good morning.').waitFor();
    await page.keyboard.press('ArrowDown');
    await selected.getByText('0:04.000 – 0:06.250').waitFor();
    await selected.getByText('6 characters/s').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show the waveform' }).click();
    // The waveform shows 0:00.125 to 0:10.125, with the subtitle in the middle.
    await page.locator('canvas.waveform').click({ position: { x: 1, y: 10 } });
    await page.waitForFunction(() => Math.abs((document.querySelector('audio')?.currentTime ?? 0) - 0.15) < 0.1);
    await list.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'a', 'Shift+D']) await page.keyboard.press(key);
    await editor.getByText('00:00:04.100 --> 00:00:06.550').waitFor();
    await page.keyboard.press('s');
    await state(page, '3 subtitles');
    await list.getByRole('option').nth(2).getByText('begin.').waitFor();
    await page.keyboard.press('m');
    await state(page, '2 subtitles');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('m');
    await page.getByText('Two speakers cannot share a subtitle.').first().waitFor();
    await page.locator('audio').evaluate((element: HTMLAudioElement) => {
      element.preload = 'auto';
      element.currentTime = 2.5;
    });
    await page.waitForFunction(() => document.querySelector('audio')?.currentTime === 2.5);
    await page.keyboard.press('o');
    await editor.getByText('00:00:01.000 --> 00:00:02.500').waitFor();
    await page.keyboard.press('i');
    await editor.getByText('00:00:02.500 --> 00:00:02.500').waitFor();
    await page.keyboard.press('Control+z');
    await editor.getByText('00:00:01.000 --> 00:00:02.500').waitFor();
    await page.keyboard.press('Control+Shift+Z');
    await editor.getByText('00:00:02.500 --> 00:00:02.500').waitFor();
    expect(complaints.filter(({ kind }) => kind !== 'origin')).toEqual([]);
  });

  it('a speaker is renamed once for all subtitles, and an edit list moves them', async () => {
    const { page, editor, complaints } = await open('audio');
    await state(page, '2 subtitles');
    await button(page, 'Speakers…').click();
    const speakers = page.getByRole('dialog', { name: 'Speakers' });
    await speakers.getByLabel('Ines, 1 subtitle').fill('Inês');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await editor.getByText('<v Inês>').waitFor();
    await state(page, 'No defects');
    await button(page, 'Retime…').click();
    const dialog = page.getByRole('dialog', { name: 'Retime by an edit list' });
    await dialog.getByRole('textbox').fill('0:05 - 0:04');
    await dialog.getByRole('button', { name: 'Retime' }).click();
    await dialog.getByRole('alert').getByText('Edit 1 is out of order').waitFor();
    await dialog.getByRole('textbox').fill('0:02 - 0:03.5\n0:05 + 10');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Retime' }).click();
    await editor.getByText('00:00:01.000 --> 00:00:02.000').waitFor();
    await editor.getByText('00:00:02.500 --> 00:00:14.750').waitFor();
    expect(complaints).toEqual([]);
  });

  it('an empty text is no defect, and a picture is refused as no transcript', async () => {
    const { page, editor, complaints } = await open('main');
    await state(page, '2 subtitles');
    await choose(page, 'cover.png', PNG);
    await page.getByText('“cover.png” is no transcript').waitFor();
    await editor.getByText('Good morning.').waitFor();
    await editor.press('Control+a');
    await editor.press('Delete');
    await state(page, 'Drop an SRT or WebVTT file here');
    await page.getByText('There is no text yet.').waitFor();
    expect(await page.locator('.cm-lint-marker-error').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('a token that ends in the middle of an upload: the page says that the text is kept, and asks for another one', async () => {
    const { page, editor } = await open('main');
    await typeAt(editor, 'Let us begin.', ' Kept.');
    await button(page, 'Review and upload…').click();
    await page.getByRole('button', { name: 'Replace the transcript' }).waitFor();
    const refusal = {
      message: 'The token has expired.',
      errors: [{ code: 'token_invalid', field: null, message: 'The token has expired.' }],
    };
    await page.route(/\/transcript$/, (route) => route.fulfill({ status: 401, json: refusal }), { times: 1 });
    await page.getByRole('button', { name: 'Replace the transcript' }).click();
    await page.getByText('What you have written and not uploaded is kept on this device.').waitFor();
    await page.getByText('token_invalid').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('API token').fill(world.token('tom again'));
    await page.keyboard.press('Enter');
    await editor.getByText('Kept.').waitFor();
    await page.getByText('This is your work that is not uploaded yet.').waitFor();
    await editor.press('Control+a');
    await page.keyboard.insertText(STORED); // as it was
    await state(page, '2 subtitles');
  });

  it.each([
    ['500', { status: 500, json: FAULT }, 'database_away'],
    ['no connection', undefined, 'The service cannot be reached.'],
  ])('after %s in the middle of an upload the text is there, and the same press uploads it', async (kind, answer, told) => {
    const { page, editor } = await open('main');
    const text = ` After ${kind}.`;
    await typeAt(editor, 'Let us begin.', text);
    await button(page, 'Review and upload…').click();
    const send = page.getByRole('button', { name: 'Replace the transcript' });
    await send.waitFor();
    await page.route(/\/transcript$/, (route) => (answer ? route.fulfill(answer) : route.abort()), { times: 1 });
    await send.click();
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: told }).waitFor();
    await send.click();
    await page.getByText('Uploaded: 2 subtitles').waitFor();
    expect(await stored('main')).toContain(text);
  });

  it('after 429 in the middle of an upload the page says so, waits and uploads by itself', async () => {
    const { page, editor } = await open('main');
    await typeAt(editor, 'Let us begin.', ' After a wait.');
    await button(page, 'Review and upload…').click();
    const send = page.getByRole('button', { name: 'Replace the transcript' });
    await send.waitFor();
    const refusal = { status: 429, headers: { 'Retry-After': '2' }, json: FAULT };
    await page.route(/\/transcript$/, (route) => route.fulfill(refusal), { times: 1 });
    await send.click();
    await page.getByText('The rate limit is used up.').waitFor({ state: 'attached' });
    await page.getByText('Uploaded: 2 subtitles').waitFor();
    expect(await stored('main')).toContain('After a wait.');
  });

  it('the transcript page shows why the API refuses an upload, in its words', async () => {
    const { page, editor } = await open('busy');
    await page.getByText('The service is working on this transcript itself').waitFor();
    await typeAt(editor, 'Let us begin.', ' Now.');
    await button(page, 'Review and upload…').click();
    await page.getByRole('button', { name: 'Replace the transcript' }).click();
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'transcription_in_progress' }).waitFor();
  });

  it('the transcript page is worked with by the keyboard alone', async () => {
    const { page, editor, complaints } = await open('keys');
    await tabTo(page, 'Transcript text');
    await page.keyboard.type('WEBVTT\n\n00:01.000 --> 00:00.500\nHello.\n');
    // The half-typed text has one defect, too, so that their number alone would not do.
    await page.getByText('is before the start').first().waitFor();
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
    await press(page, 'Apply the repair');
    await state(page, 'No defects');
    await tabBackTo(page, 'Review and upload…');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Upload', exact: true }).waitFor();
    await press(page, 'Upload');
    await page.getByText('Uploaded: 1 subtitle').waitFor();
    expect(await stored('keys')).toContain('00:00:00.500 --> 00:00:01.000');
    await editor.waitFor(); // behind a dialog it has no role
    expect(complaints).toEqual([]);
  });

  it('a hostile transcript, title and file name show as text and break nothing, also at 360 pixels in the dark', async () => {
    const { page, editor, complaints } = await open('hostile', NARROW);
    const lines = Array.from({ length: 400 }, (_, at) => `00:00:${String(at % 60).padStart(2, '0')}.000 --> x${HOSTILE}`);
    await choose(page, HOSTILE.slice(0, 40), Buffer.from(`WEBVTT\n\n${HOSTILE}\n\n${'\n'.repeat(1200)}${lines.join('\n\n')}\n`));
    await state(page, /401 defects/);
    await page.getByText('and 301 more').waitFor();
    await button(page, /^Line 1\d{3} /)
      .first()
      .waitFor(); // without grouping, as in the gutter
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
    await page.getByText('may have at most 10 MiB').waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  it('a token that may only read can neither type nor drop a file', async () => {
    const { page, editor, complaints } = await open('audio', { token: 'tom reads' });
    await state(page, '2 subtitles');
    await editor.getByText('Let us begin.').click();
    await page.keyboard.type('x');
    expect(await editor.textContent()).not.toContain('xLet us begin');
    await drop(world, page, ['.cm-content', 'mine.srt'], '1\n00:00:01,000 --> 00:00:02,000\nMine\n');
    await drop(world, page, ['.toolbar', 'mine.srt'], '1\n00:00:01,000 --> 00:00:02,000\nMine\n');
    await page.getByLabel('Open a file…').waitFor({ state: 'attached' });
    expect(await page.getByLabel('Open a file…').isDisabled()).toBe(true);
    expect(await editor.getByText('Mine').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
}
