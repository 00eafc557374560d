import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, type Client as ApiClient } from '@app/client';
import { Client, faults, type Answer } from './client.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';

const VTT = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ann>one

00:00:05.000 --> 00:00:08.000
<v Ben>two

00:00:09.000 --> 00:00:12.000
three

`;
const CHAPTERS = [
  { startTime: 0, title: 'Intro' },
  { startTime: 5, title: 'Two', endTime: 6 },
  { startTime: 7, title: 'Later', endTime: 8.5 },
  { startTime: 9, title: 'Three' },
];
const WORDS = [
  { start: 1, end: 2, text: 'one' },
  { start: 5.5, end: 6, text: 'two' },
  { start: 9, end: 9.5, text: 'three' },
];
/** Half a minute in front, and 5 to 8 s cut out. */
const EDITS = [
  { at: 0, insert: 30 },
  { from: 5, to: 8 },
];

let stack: CallersStack;
let seed: Loaded;
let baseUrl: string;
let alice: Client;
let api: ApiClient;

beforeAll(async () => {
  stack = await Stack.forCallers();
  const episode = (key: string, more: object = {}) => ({ key, title: key, ...more });
  const both = { transcript: { format: 'vtt', content: VTT }, chapters: CHAPTERS };
  seed = await stack.load({
    users: [
      { key: 'alice', name: 'Alice', tokens: [{ key: 'all', permissions: ['read', 'update', 'delete'] }, { key: 'read', permissions: ['read'] }] },
      { key: 'bob', name: 'Bob', tokens: [{ key: 'bob', permissions: ['read', 'update', 'delete'] }] },
    ],
    podcasts: [
      {
        key: 'tech',
        title: 'Tech',
        owner: 'alice',
        ownership_confirmed: true,
        episodes: [
          episode('both', { ...both, words: WORDS }),
          ...['dry', 'refused', 'race', 'match', 'events', 'gone', 'again', 'srt', 'many'].map((key) => episode(key, both)),
          episode('chapters', { chapters: CHAPTERS }),
          episode('transcript', { transcript: both.transcript }),
          episode('busy', { ...both, transcription: 'transcribing' }),
          episode('nothing'),
        ],
      },
    ],
  }); // prettier-ignore
  ({ baseUrl } = stack);
  alice = new Client(baseUrl, seed.tokens['all']);
  api = createClient({ baseUrl, token: seed.tokens['all'] ?? '' });
});
afterAll(() => stack.destroy());

const path = (key: string) => `/api/v1/episodes/${seed.episodes[key]}`;
type How = { readonly query?: string; readonly ifMatch?: string; readonly as?: Client };
const retime = (key: string, edits: unknown, { query = '', ifMatch, as = alice }: How = {}): Promise<Answer> =>
  as.request('POST', `${path(key)}/retime${query}`, { json: { edits }, headers: ifMatch === undefined ? {} : { 'If-Match': ifMatch } });
const transcript = async (key: string) => {
  const { json, headers } = await alice.get(`${path(key)}/transcript`);
  const segments = (json.data?.segments ?? []) as { start: number; end: number; text: string }[];
  return { times: segments.map(({ start, end, text }) => [start, end, text]), etag: headers.get('ETag') ?? '', ...json.data };
};
const file = async (key: string, type = 'text/vtt') => (await alice.get(`${path(key)}/transcript`, { headers: { Accept: type } })).text;
const chapters = async (key: string) => {
  const { json, headers } = await alice.get(`${path(key)}/chapters`);
  return { list: json.data?.chapters, etag: headers.get('ETag') ?? '' };
};
const versions = async (key: string) => (await alice.get(`${path(key)}/transcript/versions`)).json.data as { number: number; format: string; current: boolean; token_id: string | null }[]; // prettier-ignore
const count = async (table: string, key: string) =>
  (await stack.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE episode_id = '${seed.episodes[key]}'`))[0]
    ?.count;

describe('POST /api/v1/episodes/{episode}/retime (contract 5.8)', () => {
  it('a retime moves transcript, word-level timings and chapters together: 200 with the counts', async () => {
    const { data, response } = await api.POST('/api/v1/episodes/{episode}/retime', {
      params: { path: { episode: seed.episodes['both'] ?? '' } },
      body: { edits: EDITS },
    });
    expect(response.status).toBe(200);
    expect(data).toEqual({
      data: { episode_id: seed.episodes['both'], segment_count: 2, segments_removed: 1, chapter_count: 3, chapters_removed: 1 },
    });
    expect(await transcript('both')).toMatchObject({ times: [[31, 34, 'one'], [36, 39, 'three']], word_level: true }); // prettier-ignore
    expect((await chapters('both')).list).toEqual([{ startTime: 0, title: 'Intro' }, { startTime: 35, endTime: 35.5, title: 'Later' }, { startTime: 36, title: 'Three' }]); // prettier-ignore
    const words = await stack.query(
      `SELECT start_ms::int AS start, end_ms::int AS end, text FROM transcript_words WHERE episode_id = '${seed.episodes['both']}' ORDER BY position`,
    );
    expect(words).toEqual([
      { start: 31_000, end: 32_000, text: 'one' },
      { start: 36_000, end: 36_500, text: 'three' },
    ]);
  });

  it('the result of a retime is a version in the format of the upload; the one before stays', async () => {
    const [now, before] = await versions('both');
    expect(now).toMatchObject({ number: 2, format: 'vtt', current: true, token_id: expect.any(String) });
    expect(before).toMatchObject({ number: 1, current: false, token_id: null });
    const old = await alice.get(`${path('both')}/transcript/versions/1`, { headers: { Accept: 'text/vtt' } });
    expect(old.text).toBe(VTT);
  });

  it('a retime that cuts what another has inserted gives the same file back', async () => {
    for (const type of ['text/vtt', 'application/x-subrip']) {
      const [before, { list }] = [await file('again', type), await chapters('again')];
      expect((await retime('again', [{ at: 6.5, insert: 12.345 }])).status).toBe(200);
      expect(await file('again', type)).not.toBe(before);
      expect((await retime('again', [{ from: 6.5, to: 18.845 }])).status).toBe(200);
      expect(await file('again', type)).toBe(before);
      expect((await chapters('again')).list).toEqual(list);
    }
  });

  it('a retime leaves an SRT transcript SRT, with its markup', async () => {
    const content = '1\n00:00:05,000 --> 00:00:06,000\n{\\an8}<font color="red">Ann: hi</font>\n\n';
    expect((await alice.put(`${path('srt')}/transcript`, { content })).status).toBe(200);
    expect((await retime('srt', [{ at: 0, insert: 1 }])).status).toBe(200);
    expect(await file('srt', 'application/x-subrip')).toBe(content.replace('05,', '06,').replace('06,000\n', '07,000\n'));
  });

  it('a dry run of a retime answers the same and stores nothing', async () => {
    const before = [await transcript('dry'), await chapters('dry'), await versions('dry')];
    const answer = await retime('dry', EDITS, { query: '?dry_run=true' });
    expect([answer.status, answer.json.data.segment_count, answer.json.data.chapters_removed]).toEqual([200, 2, 1]);
    expect([await transcript('dry'), await chapters('dry'), await versions('dry')]).toEqual(before);
  });

  it('a retime refuses wrong edits with 422 invalid_edit and the index, and stores nothing', async () => {
    const before = await transcript('refused');
    const wrong: [unknown, number][] = [
      [[{ at: 0, insert: 1 }, { at: 5 }], 1],
      [[{ from: 5, to: 5 }], 0],
      [[{ from: 5, to: 8 }, { at: 7, insert: 1 }], 1],
      [[{ at: 5, insert: 1 }, { at: 1, insert: 1 }], 1],
      [[{ at: -1, insert: 1 }], 0],
      [['cut'], 0],
      [Array.from({ length: 501 }, (_, at) => ({ at, insert: 1 })), 500],
    ]; // prettier-ignore
    for (const [edits, index] of wrong) {
      const answer = await retime('refused', edits);
      expect([answer.status, answer.json.errors]).toEqual([
        422,
        [{ field: `edits[${index}]`, code: 'invalid_edit', message: expect.any(String), index }],
      ]);
    }
    expect(faults(await retime('refused', undefined))).toEqual([{ field: 'edits', code: 'required' }]);
    expect(await transcript('refused')).toEqual(before);
  });

  it('a retime takes 500 edits', async () => {
    const edits = Array.from({ length: 500 }, (_, at) => ({ at: at / 100, insert: 0.001 }));
    expect((await retime('many', edits)).status).toBe(200);
    expect((await transcript('many')).times.at(-1)).toEqual([9.5, 12.5, 'three']);
  });

  it('a retime without transcript and chapters is 404, before the edits are judged; one of the two is enough', async () => {
    for (const edits of [EDITS, ['cut']]) {
      const { status, json } = await retime('nothing', edits);
      expect([status, json.errors[0].code]).toEqual([404, 'not_found']);
    }
    expect((await retime('chapters', EDITS)).json.data).toMatchObject({ segment_count: 0, segments_removed: 0, chapter_count: 3 });
    expect((await retime('transcript', EDITS)).json.data).toMatchObject({ segment_count: 2, chapter_count: 0, chapters_removed: 0 });
  });

  it('a retime needs update, the owner, and that no transcription is at work', async () => {
    expect((await retime('refused', EDITS, { as: alice.with(seed.tokens['read'] ?? '') })).json.errors[0].code).toBe('permission_missing');
    expect((await retime('refused', EDITS, { as: alice.with(seed.tokens['bob'] ?? '') })).json.errors[0].code).toBe('not_owner');
    expect(faults(await retime('busy', EDITS))).toEqual([{ field: null, code: 'transcription_in_progress' }]);
  });

  it('If-Match of a retime means the transcript, or the chapters where there is none', async () => {
    const [{ etag: ofTranscript }, { etag: ofChapters }] = [await transcript('match'), await chapters('match')];
    expect(await retime('match', EDITS, { ifMatch: ofChapters })).toMatchObject({
      status: 412,
      json: { errors: [{ current_etag: ofTranscript }] },
    });
    expect((await retime('match', EDITS, { ifMatch: ofTranscript })).status).toBe(200);
    expect((await retime('match', EDITS, { ifMatch: ofTranscript })).status).toBe(412);
    const { etag } = await chapters('chapters');
    expect((await retime('chapters', [{ at: 1, insert: 1 }], { ifMatch: etag })).status).toBe(200);
    expect((await retime('chapters', [{ at: 1, insert: 1 }], { ifMatch: etag })).status).toBe(412);
    expect((await retime('nothing', EDITS, { ifMatch: '*' })).status).toBe(412);
  });

  it('of two retimes at once with the same If-Match one is 200 and one is 412', async () => {
    for (const key of ['race', 'chapters']) {
      const { etag } = key === 'race' ? await transcript(key) : await chapters(key);
      const answers = await Promise.all([1, 2].map((insert) => retime(key, [{ at: 1, insert }], { ifMatch: etag })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    }
  });

  it('of four retimes at once without If-Match each is made, once, on what the one before left', async () => {
    const { times } = await transcript('race');
    const answers = await Promise.all(Array.from({ length: 4 }, () => retime('race', [{ at: 0, insert: 1 }])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await transcript('race')).times[0]?.[0]).toBe(Number(times[0]?.[0]) + 4);
  });

  it('a retime raises transcript.stored and chapters.stored, as uploads do, and chapters.stored only when they changed', async () => {
    const events = async () => {
      const { json } = await alice.get('/api/v1/events?first=100&types=transcript.stored,chapters.stored,transcript.deleted');
      const all = json.data as { type: string; data: Record<string, unknown> }[];
      return all.filter(({ data }) => data['episode_id'] === seed.episodes['events']).map(({ type, data }) => [type, data]);
    };
    const episode_id = seed.episodes['events'];
    const stored = (version: number, segment_count: number) => ['transcript.stored', { episode_id, version, segment_count }];
    expect((await retime('events', EDITS)).status).toBe(200);
    expect((await retime('events', [{ at: 1000, insert: 1 }])).status).toBe(200);
    expect(await events()).toEqual([stored(2, 2), ['chapters.stored', { episode_id, chapter_count: 3 }], stored(3, 2)]);
  });

  it('a retime that leaves no subtitle removes the transcript as DELETE does, and its versions stay', async () => {
    const answer = await retime('gone', [{ from: 0, to: 100 }]);
    expect(answer.json.data).toMatchObject({ segment_count: 0, segments_removed: 3, chapter_count: 1, chapters_removed: 3 });
    expect((await alice.get(`${path('gone')}/transcript`)).status).toBe(404);
    expect((await chapters('gone')).list).toEqual([{ startTime: 0, title: 'Three' }]);
    expect(await versions('gone')).toMatchObject([{ number: 1, current: false }]);
    expect(await count('transcript_words', 'gone')).toBe(0);
  });
});
