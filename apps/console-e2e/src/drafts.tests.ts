import { expect, it } from '@jest/globals';
import { until } from '@app/process/testing/until';
import type { BrowserContext, Page } from 'playwright-core';
import { axeFindings } from './axe.ts';
import { STORED, type TRANSCRIPTS } from './fixtures.ts';
import type { World } from './world.ts';

type Key = (typeof TRANSCRIPTS)[number];

/** Work that is not uploaded is kept on the device (contract 15). */
export function tryDrafts(world: World): void {
  const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Transcript text' });
  const write = async (page: Page, text: string) => {
    await editorOf(page).getByText('Let us begin.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(text);
  };
  const visit = async (key: Key, token = 'tom') => {
    const opened = await world.at(`${world.episode(key)}/transcript`, { token });
    await editorOf(opened.page).getByText('Good morning.').waitFor();
    return opened;
  };
  const newTab = async (context: BrowserContext, path: string, token = 'tom') => {
    const page = await context.newPage();
    await page.goto(`${world.web.api.baseUrl}/console${path}#token=${world.token(token)}`);
    return page;
  };

  it('text that is not uploaded survives other pages, a reload and a crash of the tab, until it is uploaded', async () => {
    const { page, context, complaints } = await visit('kept');
    await write(page, ' Unsaved.');
    await page.getByText('Not uploaded').waitFor();
    await page.getByRole('link', { name: 'Chapters' }).click();
    await page.getByRole('heading', { name: 'Chapters' }).waitFor();
    await page.goBack();
    await editorOf(page).getByText('Unsaved.').waitFor();
    await page.getByText('This is your work that is not uploaded yet.').waitFor();
    await onDevice(page, ['Unsaved.']);
    await page.reload();
    await editorOf(page).getByText('Unsaved.').waitFor();
    await write(page, ' More.');
    await onDevice(page, ['More.']);
    await page.goto('chrome://crash').catch(() => undefined);
    const next = await newTab(context, `${world.episode('kept')}/transcript`);
    await editorOf(next).getByText('Unsaved. More.').or(editorOf(next).getByText('More. Unsaved.')).waitFor();
    expect(await axeFindings(next)).toEqual([]);
    await next.getByRole('button', { name: 'Review and upload…' }).click();
    await next.getByRole('button', { name: 'Replace the transcript' }).click();
    await next.getByText('Uploaded: 2 subtitles').waitFor();
    await onDevice(next, []);
    expect(complaints.filter(({ kind }) => kind !== 'console')).toEqual([]);
  });

  it('text outlives the end of its token, and goes on with the next one', async () => {
    const { page } = await visit('ended', 'tom short');
    await write(page, ' Mine.');
    await onDevice(page, ['Mine.']);
    const { id } = (await world.data('/token', 'tom short')) as { id: string };
    await world.web.stack.admin('token', 'revoke', id);
    await page.getByRole('link', { name: 'Episodes' }).first().click();
    await page.getByText('What you have written and not uploaded is kept on this device.').waitFor();
    await page.getByLabel('API token').fill(world.token('tom'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Episodes' }).waitFor();
    await page.goBack();
    await editorOf(page).getByText('Mine.').waitFor();
    const body = JSON.stringify({ format: 'vtt', content: STORED.replace('begin.', 'begin. Theirs.') });
    await world.fetch(`${world.episode('ended')}/transcript`, { method: 'PUT', body, token: 'tom' });
    await page.reload();
    await page.getByRole('button', { name: 'Show the difference' }).click();
    await page.getByRole('dialog').locator('.cm-deletedChunk').getByText('Theirs.').waitFor();
  });

  it('signing out asks what becomes of it: kept, the next session goes on; forgotten, nothing of it is left', async () => {
    const { page, complaints } = await visit('draft');
    await write(page, ' Unsaved.');
    const leave = async (how: string) => {
      await page.getByRole('button', { name: 'Sign out' }).click();
      const dialog = page.getByRole('dialog', { name: 'Work that is not uploaded' });
      await dialog.getByText('1 transcript or list of chapters').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: how }).click();
      await page.getByRole('heading', { name: 'Sign in to the release desk' }).waitFor();
    };
    const enter = async () => {
      await page.getByLabel('API token').fill(world.token('tom'));
      await page.keyboard.press('Enter');
      await editorOf(page).getByText('Good morning.').waitFor();
    };
    await leave('Keep it and sign out');
    await enter();
    await editorOf(page).getByText('Unsaved.').waitFor();
    await leave('Forget it and sign out');
    await onDevice(page, []);
    await enter();
    expect(await editorOf(page).getByText('Unsaved.').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('signing out forgets the drafts of one’s own podcasts, also offline and those that this tab did not open, and no other', async () => {
    const { page, context } = await visit('draft');
    const idOf = (path: string) => path.split('/').at(-1) ?? '';
    await page.evaluate(put(`transcript/${idOf(world.episode('kept'))}`, 'mine', idOf(world.podcast('tape'))));
    await page.evaluate(put(`chapters/${idOf(world.episode('rich'))}`, 'of another user', idOf(world.podcast('tech'))));
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByText('1 transcript or list of chapters').waitFor();
    await page.getByRole('button', { name: 'Forget it and sign out' }).click();
    await onDevice(page, ['of another user']);
  });

  it('of several tabs one works on a transcript at a time, the one that asks last; it goes on with what was written in the first', async () => {
    const { page, context } = await visit('tabs');
    await write(page, ' From the first.');
    const second = await newTab(context, `${world.episode('tabs')}/transcript`);
    await second.getByText('This is open in another tab.').waitFor();
    expect(await axeFindings(second)).toEqual([]);
    await write(page, ' At last.');
    await second.getByRole('button', { name: 'Go on here' }).press('Enter');
    await editorOf(second).getByText('From the first.').waitFor();
    await editorOf(second).getByText('At last.').waitFor();
    await page.getByText('This is open in another tab.').waitFor();
    await write(second, ' From the second.');
    await onDevice(second, ['From the second.']);
    const third = await newTab(context, `${world.episode('tabs')}/transcript`);
    for (const tab of [page, second, third, page, second]) {
      await tab.getByRole('button', { name: 'Go on here' }).press('Enter');
      await editorOf(tab).getByText('From the second.').waitFor();
    }
    await third.close();
    await second.close();
    await page.getByRole('button', { name: 'Go on here' }).press('Enter'); // nobody is left to ask
    await editorOf(page).getByText('From the second.').waitFor();
  });

  it('a tab takes a transcript over also from another tab that does not answer', async () => {
    const { page, context } = await world.at('/webhook', { token: 'tom' });
    const name = world.episode('tabs').replace('/episodes', 'transcript');
    await page.evaluate((lock) => {
      void navigator.locks.request(lock, () => new Promise(() => undefined)); // it hears nothing
    }, name);
    const other = await newTab(context, `${world.episode('tabs')}/transcript`);
    await other.getByRole('button', { name: 'Go on here' }).press('Enter');
    await editorOf(other).getByText('Good morning.').waitFor();
  });

  it('a device keeps at most 20 drafts, the latest, none of them for longer than 30 days', async () => {
    const { page } = await visit('draft');
    await page.evaluate(FILL);
    await write(page, ' One more.');
    await until(async () => (await draftsOn(page)).length === 20);
    const left = await page.evaluate<string[]>(KEYS);
    expect(left).toContain(`transcript/${world.episode('draft').split('/').at(-1)}`);
    expect(left).not.toContain('transcript/old');
    expect(left).not.toContain('transcript/24');
  });

  it('chapters that are not saved survive a reload, and show what was stored meanwhile', async () => {
    const { page } = await world.at(`${world.episode('tabs')}/chapters`, { token: 'tom' });
    await page.getByRole('button', { name: 'Add a chapter' }).click();
    await page.getByLabel('Title').last().fill('Not saved yet');
    await onDevice(page, ['Not saved yet']);
    await page.reload();
    await page.getByText('This is your work that is not uploaded yet.').waitFor();
    expect(await page.getByLabel('Title').last().inputValue()).toBe('Not saved yet');
    const body = JSON.stringify({ chapters: [{ startTime: 0, title: 'Theirs' }] });
    expect((await world.fetch(`${world.episode('tabs')}/chapters`, { method: 'PUT', body, token: 'tom' })).ok).toBe(true);
    await page.reload();
    await page.getByText('Meanwhile another version was stored').waitFor();
    await page.getByRole('button', { name: 'Show the difference' }).press('Enter');
    const changes = page.getByRole('dialog').getByRole('list', { name: 'Where they differ' });
    await changes.getByRole('listitem').nth(1).waitFor();
    expect(await changes.getByRole('listitem').count()).toBe(2);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go on with mine' }).press('Enter');
    await page.getByText('Meanwhile another version was stored').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Title').last().inputValue()).toBe('Not saved yet');
  });
}

const withStore = (mode: string, work: string) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open('podcast-automation');
  opening.onupgradeneeded = () => opening.result.createObjectStore('drafts');
  opening.onsuccess = () => {
    const store = opening.result.transaction('drafts', '${mode}').objectStore('drafts');
    const done = (result) => { opening.result.close(); resolve(result); };
    ${work}
  };
  opening.onerror = reject;
})`;
const KEYS = withStore('readonly', 'const all = store.getAllKeys(); all.onsuccess = () => done(all.result);');
const CONTENTS = withStore(
  'readonly',
  'const all = store.getAll(); all.onsuccess = () => done(all.result.map(({ content }) => JSON.stringify(content)));',
);
const put = (key: string, text: string, podcast: string) =>
  withStore(
    'readwrite',
    `store.put({ content: { text: '${text}', revision: null }, savedAt: Date.now(), podcast: '${podcast}' }, '${key}').onsuccess = () => done();`,
  );
const FILL = withStore(
  'readwrite',
  `const put = (key, age) => store.put({ content: { text: '', revision: null }, savedAt: Date.now() - age, podcast: 'p' }, 'transcript/' + key);
  for (let at = 0; at < 25; at++) put(at, 1000 + at);
  put('old', 31 * 24 * 3600000).onsuccess = () => done();`,
);

function draftsOn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(CONTENTS);
}

/** Waits until the device has exactly the drafts that contain these texts. */
async function onDevice(page: Page, texts: readonly string[]): Promise<void> {
  await until(async () => {
    const kept = await draftsOn(page);
    return kept.length === texts.length && texts.every((text) => kept.some((draft) => draft.includes(text)));
  });
}
