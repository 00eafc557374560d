import type { Page } from 'playwright-core';
import { withConsole } from './with-console.ts';

/** `npx nx figures console-e2e`: how long a key takes with 20,000 subtitles or 10,000 episodes (contract 15.3). */
const SUBTITLES = 20_000;
const EPISODES = 10_000;
const KEYS = 200;

/** Tells how long it took from a key until the row that it moves to was painted. */
const WATCH_ROWS = `globalThis.figures = { arm: () => void (figures.painted = new Promise((resolve) => {
  let pressed;
  addEventListener('keydown', (event) => (pressed = event.timeStamp), { capture: true, once: true });
  addEventListener('focusin', () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed))), { once: true });
})) }`;

/** Tells how long it took from a key until the verdict of it was painted. */
const WATCH = `globalThis.figures = (() => {
  const figures = { arm: () => void (figures.painted = next()) };
  const next = () => new Promise((resolve) => {
    const tag = () => document.querySelector('#transcript-state .tag').textContent;
    const before = tag();
    let pressed;
    addEventListener('keydown', (event) => (pressed = event.timeStamp), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (tag() === before) return;
      observer.disconnect();
      // The frame that shows it is done when the task after it runs.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
    });
    observer.observe(document.getElementById('transcript-state'), { subtree: true, childList: true, characterData: true });
  });
  return figures;
})()`;

const fixtures = {
  users: [{ key: 'ann', name: 'Ann', tokens: [{ key: 'all', permissions: ['read', 'update'] }] }],
  podcasts: [
    {
      key: 'tech',
      title: 'Tech Weekly',
      owner: 'ann',
      ownership_confirmed: true,
      episodes: [{ key: 'one', title: 'One', transcript: { format: 'vtt', content: transcript() } }],
    },
    {
      key: 'long',
      title: 'Long',
      owner: 'ann',
      ownership_confirmed: true,
      episodes: Array.from({ length: EPISODES }, (_, index) => ({ key: `e${index}`, title: `Number ${index}` })),
    },
  ],
};

await withConsole(fixtures, async (web) => {
  const visit = await web.visit();
  const { page } = visit;
  await web.open(visit, `/episodes/${web.seed.episodes['one']}/transcript`, web.seed.tokens['all'] ?? '');
  await page.getByText('20,000 subtitles').waitFor();
  await page.getByRole('textbox', { name: 'Transcript text' }).getByText('00:00:00.000').click();
  await page.keyboard.press('Home');
  for (let times = 0; times < 9; times++) await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(1000);
  await page.evaluate(WATCH);
  const keys: number[] = [];
  for (let key = 0; key < KEYS; key++) keys.push(await painted(page, key % 2 === 0 ? 'Backspace' : '.'));
  const rows = await rowsPainted(page, `${web.api.baseUrl}/console/podcasts/${web.seed.podcasts['long']}`);
  const figures = { keyToPaintedDefectMs: shares(keys), keyToPaintedRowMs: shares(rows) };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
});

/** 2.5 MB: 20,000 subtitles of two lines, with speakers. */
function transcript(): string {
  const time = (ms: number) => new Date(ms).toISOString().slice(11, 23);
  const cues = Array.from({ length: SUBTITLES }, (_, at) => {
    return `${time(at * 3000)} --> ${time(at * 3000 + 2500)}\n<v Ines>Good morning, this is subtitle ${at} of a long day,\nand the second line of it says ${at * 7}.`;
  });
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

/** Presses a key and tells how long it took until the changed verdict was painted, by the clock of the page. */
async function painted(page: Page, key: string): Promise<number> {
  await page.evaluate('figures.arm()');
  await page.keyboard.press(key);
  return page.evaluate<number>('figures.painted');
}

/** Moves through a list of {@link EPISODES} with all of its pages loaded. */
async function rowsPainted(page: Page, address: string): Promise<number[]> {
  await page.goto(address);
  const loaded = page.getByText(/^[\d,]+ episodes( so far)?$/);
  for (;;) {
    const before = await loaded.textContent();
    if (!before?.includes('so far')) break;
    // The end of the list asks for more. Rows that are measured on the way may end the scrolling of a key.
    await page.waitForFunction((text) => {
      scrollTo(0, document.documentElement.scrollHeight);
      return document.querySelector('.more [role=status]')?.textContent !== text;
    }, before);
  }
  await page.evaluate('scrollTo(0, 0)');
  await page.getByRole('link', { name: `Number ${EPISODES - 1}`, exact: true }).waitFor();
  await page.evaluate(WATCH_ROWS);
  const keys: number[] = [];
  for (let key = 0; key < KEYS; key++) keys.push(await painted(page, 'j'));
  return keys;
}

function shares(values: readonly number[]): { readonly median: number; readonly p95: number; readonly most: number } {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  return { median: at(0.5), p95: at(0.95), most: at(1) };
}
