import { speak, subrip, webvtt, wordsOf, type Part, type Spoken } from './demo-dialogue.ts';
import {
  bellUnderTheBreakwater,
  ferryTurnsTwice,
  mapOfBenches,
  nineMinuteMigration,
  onionsWaitForNobody,
  restingALoaf,
} from './demo-scripts.ts';

/**
 * The demo data, as a fixtures file (contract 1.11): what one person who makes podcasts might have. The transcripts, the chapters,
 * the durations and the word timings of a spoken episode come from its script, so they agree with each other.
 */
export const demoFixtures = (): object => ({
  users: [
    {
      key: 'demo',
      name: 'Ines Carvalho',
      available_seconds: 36_000,
      tokens: [
        { key: 'everything', permissions: ['read', 'update', 'delete'] },
        { key: 'read-only', permissions: ['read'] },
      ],
    },
  ],
  podcasts: [harbourWalls(), kitchenThermometer(), releaseNotes(), mapsNobodyAskedFor()],
});

const harbourWalls = (): object => ({
  key: 'harbour-walls',
  title: 'Harbour Walls',
  owner: 'demo',
  ownership_confirmed: true,
  feed_url: 'https://feeds.example.com/harbour-walls.xml',
  episodes: [
    spoken(bellUnderTheBreakwater, webvtt, {
      key: 'bell-under-the-breakwater',
      title: 'The bell under the breakwater',
      ...published('harbour-walls', 1, '2026-08-17T05:00:00Z', 34),
    }),
    spoken(ferryTurnsTwice, subrip, {
      key: 'why-the-ferry-turns-twice',
      title: 'Why the ferry turns twice',
      ...published('harbour-walls', 2, '2026-09-07T05:00:00Z', 28),
    }),
    {
      key: 'salt-rust-and-patience',
      title: 'Salt, rust and patience',
      duration_seconds: 1874,
      ...published('harbour-walls', 3, '2026-09-28T05:00:00Z', 41),
      chapters: [
        { startTime: 0, title: 'The ladder that came off in my hand' },
        { startTime: 214.5, title: 'How iron dissolves', summary: 'Sacrificial anodes, explained with a lump of zinc.' },
        { startTime: 1102, title: 'The man who repaints the same crane' },
      ],
    },
    {
      // Automatic transcription is at work: an upload is refused until it has ended.
      key: 'listening-to-the-sluice',
      title: 'Listening to the sluice',
      duration_seconds: 1622,
      guid: guid('harbour-walls', 4),
      audio_url: audio('harbour-walls', 4),
      transcription: 'transcribing',
    },
  ],
  video_stocks: [{ key: 'breakwater-film', client_key: 'harbour-walls-film-1', status: 'ready', duration_seconds: 1260 }],
});

const kitchenThermometer = (): object => ({
  key: 'kitchen-thermometer',
  title: 'The Kitchen Thermometer',
  owner: 'demo',
  ownership_confirmed: true,
  episodes: [
    spoken(onionsWaitForNobody, subrip, {
      key: 'onions-wait-for-nobody',
      title: 'Onions wait for nobody',
      ...published('kitchen-thermometer', 21, '2026-09-03T15:30:00+02:00', 44),
    }),
    spoken(restingALoaf, subrip, {
      key: 'resting-a-loaf',
      title: 'What a loaf does while it rests',
      ...published('kitchen-thermometer', 22, '2026-09-17T15:30:00+02:00', 30),
    }),
    {
      key: 'tea-at-three-thousand-metres',
      title: 'Tea at three thousand metres',
      duration_seconds: 1391,
      ...published('kitchen-thermometer', 23, '2026-10-01T15:30:00+02:00', 26),
    },
  ],
});

const releaseNotes = (): object => ({
  key: 'release-notes',
  title: 'Release Notes, Read Aloud',
  owner: 'demo',
  ownership_confirmed: true,
  episodes: [
    spoken(
      nineMinuteMigration,
      webvtt,
      {
        key: 'nine-minute-migration',
        title: 'The migration that took nine minutes',
        ...published('release-notes', 7, '2026-09-22T04:00:00Z', 60),
      },
      { words: true },
    ),
    {
      key: 'undo-is-a-promise',
      title: 'Undo is a promise',
      duration_seconds: 2460,
      ...published('release-notes', 8, '2026-10-06T04:00:00Z', 38),
    },
    {
      key: 'listeners-questions',
      title: 'Your questions, three microphones',
      duration_seconds: 2117,
      guid: guid('release-notes', 9),
      audio_url: audio('release-notes', 9),
      transcription: 'separating_speakers',
    },
  ],
});

/** Its ownership is not confirmed: it is not listed, and its episodes answer 403. */
const mapsNobodyAskedFor = (): object => ({
  key: 'maps-nobody-asked-for',
  title: 'Maps Nobody Asked For',
  owner: 'demo',
  ownership_confirmed: false,
  feed_url: 'https://feeds.example.com/maps-nobody-asked-for.xml',
  episodes: [
    spoken(mapOfBenches, subrip, {
      key: 'four-hundred-benches',
      title: 'Four hundred benches',
      ...published('maps-nobody-asked-for', 1, '2026-05-04T08:00:00Z'),
    }),
    {
      key: 'where-the-post-boxes-were',
      title: 'Where the post boxes were',
      duration_seconds: 1208,
      ...published('maps-nobody-asked-for', 2, '2026-06-01T08:00:00Z'),
    },
  ],
});

type Write = (spoken: Spoken) => string;

function spoken(script: readonly Part[], write: Write, episode: object, { words = false } = {}): object {
  const performance = speak(script);
  return {
    ...episode,
    duration_seconds: performance.duration,
    transcript: { format: write === webvtt ? 'vtt' : 'srt', content: write(performance) },
    chapters: performance.chapters,
    ...(words ? { words: wordsOf(performance) } : {}),
  };
}

/** @param firstDay downloads on the first day; none without it */
function published(podcast: string, number: number, at: string, firstDay?: number): object {
  const played = firstDay === undefined ? {} : { downloads: downloads(at, firstDay) };
  return { guid: guid(podcast, number), audio_url: audio(podcast, number), published_at: at, ...played };
}

function guid(podcast: string, number: number): string {
  return `https://${podcast}.example.com/episodes/${number}`;
}

function audio(podcast: string, number: number): string {
  return `https://media.example.com/${podcast}/${String(number).padStart(3, '0')}.mp3`;
}

const DAY_MS = 86_400_000;

/** Until when the demo has downloads: ninety days after its first episode. */
const END = Date.parse('2026-11-15T05:00:00Z');

/**
 * Downloads from a publication on: most on the first day, half as many every week, a few for ever, fewer at weekends. One in eight
 * listeners comes again seven hours later. They are the same every time.
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
