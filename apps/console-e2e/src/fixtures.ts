import { HOSTILE } from './hostile.ts';

/** The transcript that most episodes have. */
export const STORED =
  'WEBVTT\n\n00:00:01.000 --> 00:00:03.500\n<v Ines>Good morning.\n\n00:00:04.000 --> 00:00:06.250\n<v Tom>Let us begin.\n\n';

/** Episodes of the tries with transcripts. */
export const TRANSCRIPTS = [
  'main',
  'keys',
  'audio',
  'stale',
  'draft',
  'busy',
  'dropped',
  'hostile',
  'kept',
  'tabs',
  'ended',
  'versions',
  'cues',
  'film',
] as const;

const ALL = ['read', 'update', 'delete'];
const transcript = { format: 'vtt', content: STORED } as const;

/**
 * Ann has podcasts with everything, Tom transcripts, Wanda a webhook, Mona more podcasts than a page, Vera as many
 * episodes as one may have; Nell is new, and Mallory's texts are hostile.
 * @param audio the address of an episode's audio
 */
export function fixtures(audio: string) {
  return { users, podcasts: [tech, long, tape(audio), wanda, bare, ...many, hostile, plan(), vast] };
}

const users = [
  {
    key: 'ann',
    name: 'Ann',
    available_seconds: 1000,
    tokens: [
      { key: 'ann', permissions: ALL },
      { key: 'ann reads', permissions: ['read'] },
      { key: 'ann short', permissions: ['read'] },
    ],
  },
  { key: 'tom', name: 'Tom', available_seconds: 1000, tokens: [{ key: 'tom', permissions: ALL }, { key: 'tom reads', permissions: ['read'] }, { key: 'tom short', permissions: ALL }, { key: 'tom again', permissions: ALL }] }, // prettier-ignore
  {
    key: 'wanda',
    name: 'Wanda',
    available_seconds: 1000,
    tokens: [
      { key: 'wanda', permissions: ALL },
      { key: 'wanda reads', permissions: ['read'] },
    ],
  },
  { key: 'paul', name: 'Paul', available_seconds: 1000, tokens: [{ key: 'paul', permissions: ALL }, { key: 'paul reads', permissions: ['read'] }] }, // prettier-ignore
  { key: 'vera', name: 'Vera', tokens: [{ key: 'vera', permissions: ALL }] },
  { key: 'nell', name: 'Nell', tokens: [{ key: 'nell', permissions: ALL }] },
  { key: 'mona', name: 'Mona', available_seconds: 1000, tokens: [{ key: 'mona', permissions: ALL }] },
  { key: 'nobody', name: 'Nobody', tokens: [{ key: 'nobody', permissions: ALL }] },
  { key: 'mallory', name: HOSTILE, available_seconds: 1_000_000, tokens: [{ key: 'mallory', label: HOSTILE, permissions: ALL }] },
];

const tech = {
  key: 'tech',
  title: 'Tech Weekly',
  owner: 'ann',
  ownership_confirmed: true,
  feed_url: 'http://feeds.example.com/feed.xml',
  episodes: [
    {
      key: 'rich',
      title: 'The rich one',
      guid: 'rich',
      duration_seconds: 1800,
      published_at: '2026-10-01T08:00:00Z',
      audio_url: 'https://media.example.com/1.mp3',
      transcript,
      chapters: [
        { startTime: 0, title: 'Intro' },
        { startTime: 600, title: 'Main part' },
      ],
      downloads: [
        { at: '2026-10-02T08:00:00Z', listener: 'l1' },
        { at: '2026-10-02T09:00:00Z', listener: 'l2' },
        { at: '2026-10-03T23:30:00Z', listener: 'l1' },
      ],
    },
    { key: 'bare', title: 'The bare one', duration_seconds: 1200 },
  ],
  video_stocks: [
    { key: 'film', client_key: 'film', status: 'ready', duration_seconds: 600 },
    { key: 'spare', client_key: 'spare', status: 'ready', duration_seconds: 320 },
  ],
};

const long = {
  key: 'long',
  title: 'The long one',
  owner: 'ann',
  ownership_confirmed: true,
  episodes: Array.from({ length: 420 }, (_, index) => ({ key: `n${index}`, title: `Number ${index}` })),
};

const tape = (audio: string) => ({
  key: 'tape',
  title: 'Tape',
  owner: 'tom',
  ownership_confirmed: true,
  episodes: TRANSCRIPTS.map((key) => ({
    key,
    title: key === 'hostile' ? HOSTILE : `About ${key}`,
    ...(key === 'audio' || key === 'cues' || key === 'film' ? { audio_url: audio } : {}),
    ...(key === 'film' ? { published_at: '2026-10-01T08:00:00Z' } : {}),
    ...(key === 'busy' ? { transcription: 'transcribing' } : {}),
    ...(key === 'hostile' || key === 'keys' ? {} : { transcript }),
  })),
  video_stocks: [{ key: 'filmed', status: 'matched', matched_episode: 'film', duration_seconds: 60 }],
});

const wanda = {
  key: 'wanda',
  title: 'Wanda’s',
  owner: 'wanda',
  ownership_confirmed: true,
  video_stocks: [{ key: 'a-1', client_key: 'a-1', status: 'ready', duration_seconds: 950 }],
};

const DAY_MS = 86_400_000;

/** Releases to come, of every kind that the desk tells apart. */
const plan = () => {
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  return {
    key: 'plan',
    title: 'Plans',
    owner: 'paul',
    ownership_confirmed: true,
    episodes: [
      { key: 'later', title: 'שלום عليكم', published_at: inDays(20.5) },
      { key: 'due', title: 'Due soon', published_at: inDays(2.5), transcript, chapters: [{ startTime: 0, title: 'Intro' }] },
      { key: 'blank', title: ' \u200b ' },
      {
        key: 'out',
        title: 'Out now',
        guid: 'out',
        published_at: inDays(-1.5),
        audio_url: 'https://media.example.com/1.mp3',
        transcript,
        downloads: [{ at: inDays(-1), listener: 'l1' }],
      },
    ],
    video_stocks: [{ key: 'teaser', client_key: 'teaser', title: 'Teaser', status: 'ready', duration_seconds: 60 }],
  };
};

const bare = { key: 'empty', title: 'Empty', owner: 'nell', ownership_confirmed: true, episodes: [] };

const many = Array.from({ length: 205 }, (_, index) => ({
  key: `many ${index}`,
  title: `Podcast ${index}`,
  owner: 'mona',
  ownership_confirmed: true,
  episodes: index === 1 ? Array.from({ length: 101 }, (_, at) => ({ key: `old ${at}`, title: `Old ${at}` })) : [],
  ...(index === 1 ? { video_stocks: [{ key: 'old', status: 'matched', matched_episode: 'old 0', duration_seconds: 60 }] } : {}),
  ...(index === 0 ? { video_stocks: [{ key: 'broken', status: 'failed', failure_code: 'no_video_track' }] } : {}),
}));

const hostile = {
  key: 'hostile',
  title: HOSTILE,
  owner: 'mallory',
  ownership_confirmed: true,
  feed_url: 'http://feeds.example.com/hostile.xml',
  episodes: [
    {
      key: 'hostile one',
      title: HOSTILE,
      guid: HOSTILE,
      duration_seconds: 1800,
      published_at: '2026-10-01T08:00:00Z',
      transcript: { format: 'vtt', content: `WEBVTT\n\n00:00:01.000 --> 00:00:03.500\n${HOSTILE}\n` },
      chapters: [{ startTime: 0, title: HOSTILE, summary: HOSTILE }],
      downloads: [{ at: '2026-10-02T08:00:00Z', listener: 'l1' }],
    },
  ],
  video_stocks: [{ key: 'hostile', status: 'ready', title: HOSTILE, match: { guid: `${HOSTILE} 2`, title: `${HOSTILE} 2` } }],
};

const MAX_SUBTITLES = 20_000;
const MAX_EPISODES = 10_000;

const vast = {
  key: 'vast',
  title: 'The vast one',
  owner: 'vera',
  ownership_confirmed: true,
  episodes: Array.from({ length: MAX_EPISODES }, (_, index) => ({
    key: `vast ${index}`,
    title: `Part ${index}`,
    ...(index === 17 ? { transcript: { format: 'vtt', content: longest() } } : {}),
  })),
};

function longest(): string {
  const time = (ms: number) => new Date(ms).toISOString().slice(11, 23);
  const cues = Array.from(
    { length: MAX_SUBTITLES },
    (_, at) => `${time(at * 3000)} --> ${time(at * 3000 + 2500)}\n<v Ines>This is line ${at}.`,
  );
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}
