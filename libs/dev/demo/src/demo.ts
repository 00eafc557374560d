import { readFileSync } from 'node:fs';

type Episode = { readonly key: string; readonly published_at?: string };
type Fixtures = { readonly podcasts: readonly { readonly episodes: readonly Episode[] }[] };

/** Downloads of an episode on its first day. Episodes that are not named have none. */
const FIRST_DAY: Readonly<Record<string, number>> = {
  'bell-under-the-breakwater': 34,
  'why-the-ferry-turns-twice': 28,
  'salt-rust-and-patience': 41,
  'onions-wait-for-nobody': 44,
  'resting-a-loaf': 30,
  'tea-at-three-thousand-metres': 26,
  'nine-minute-migration': 60,
  'undo-is-a-promise': 38,
};

/**
 * The demo data, as a fixtures file (contract 1.11): what one person who makes podcasts might have. `demo.json` has all
 * of it but the downloads, which are thousands.
 */
export function demoFixtures(): object {
  const file = JSON.parse(readFileSync(new URL('demo.json', import.meta.url), 'utf8')) as Fixtures;
  const withDownloads = (episode: Episode): object => {
    const firstDay = FIRST_DAY[episode.key];
    const { published_at: published } = episode;
    return firstDay === undefined || published === undefined ? episode : { ...episode, downloads: downloads(published, firstDay) };
  };
  return { ...file, podcasts: file.podcasts.map((podcast) => ({ ...podcast, episodes: podcast.episodes.map(withDownloads) })) };
}

const DAY_MS = 86_400_000;

/** Until when the demo has downloads: ninety days after its first episode. */
const END = Date.parse('2026-11-15T05:00:00Z');

/**
 * Downloads from a publication on: most on the first day, half as many every week, a few for ever, fewer at weekends.
 * One in eight listeners comes again seven hours later. They are the same every time.
 */
function downloads(published: string, firstDay: number): object[] {
  const begin = Date.parse(published);
  const random = dice(firstDay);
  return Array.from({ length: (END - begin) / DAY_MS }, (_, day) => {
    const from = begin + day * DAY_MS;
    const weekend = [0, 6].includes(new Date(from).getUTCDay()) ? 0.6 : 1;
    const count = Math.round((firstDay * 2 ** (-day / 7) + firstDay / 25) * weekend * (0.8 + 0.4 * random()));
    return Array.from({ length: count }, (__, listener) => {
      const at = from + Math.floor((random() * DAY_MS) / 1000) * 1000;
      return (listener % 8 === 0 ? [at, at + 7 * 3_600_000] : [at]).filter((one) => one < END).map((one) => heard(one, listener));
    }).flat();
  }).flat();
}

/** A listener has another name every day, as those have who are counted. */
function heard(ms: number, listener: number): object {
  const at = new Date(ms).toISOString();
  return { at, listener: `${at.slice(0, 10)}-${listener}` };
}

/** A linear congruential generator (Numerical Recipes): from 0 to below 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}
