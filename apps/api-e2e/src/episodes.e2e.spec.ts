import { createClient, type Client as ApiClient, type components } from '@app/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, faults } from './client.js';
import { aliceAndBob, VTT } from './fixtures.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';

type Episode = components['schemas']['EpisodeResponse'];

let stack: CallersStack;
let seed: Loaded;
let raw: Client;
let api: ApiClient;
let baseUrl: string;

beforeAll(async () => {
  stack = await Stack.forCallers();
  const [tech, ...others] = aliceAndBob.podcasts;
  const dated = { key: 'dated', title: 'Published', published_at: '2026-10-01T00:00:00Z', guid: 'urn:dated', duration_seconds: 60 };
  seed = await stack.load({
    ...aliceAndBob,
    podcasts: [
      {
        ...tech,
        episodes: [...(tech?.episodes ?? []), dated],
        video_stocks: [{ key: 's1', client_key: 's1', status: 'ready', duration_seconds: 600 }],
      },
      ...others,
    ],
  });
  ({ baseUrl } = stack);
  raw = new Client(baseUrl, seed.tokens['all']);
  api = createClient({ baseUrl, token: seed.tokens['all'] ?? '' });
});
afterAll(() => stack.destroy());

const tech = () => seed.podcasts['tech'] ?? '';
const show = async (key: string): Promise<Episode> => {
  const { data } = await api.GET('/api/v1/episodes/{episode}', { params: { path: { episode: seed.episodes[key] ?? '' } } });
  return data.data;
};
const keys = (episodes: readonly Episode[]) =>
  episodes.map(({ id }) => Object.keys(seed.episodes).find((key) => seed.episodes[key] === id)).sort();

describe('GET /podcasts/{podcast}/episodes (contract 13.1)', () => {
  it('GET episodes lists the episodes of the podcast, the unpublished ones first, in pages', async () => {
    const listed = [];
    for await (const episode of api.items('/api/v1/podcasts/{podcast}/episodes', {
      params: { path: { podcast: tech() }, query: { first: 2 } },
    }))
      listed.push(episode);
    expect(keys(listed)).toEqual(['busy', 'dated', 'e1', 'e2', 'rich', 'separating']);
    expect(listed.at(-1)).toEqual(await show('dated'));
  });

  it.each([
    [['transcript'], ['busy', 'dated', 'e1', 'e2', 'separating']],
    [
      ['chapters', 'transcript'],
      ['busy', 'dated', 'e1', 'e2', 'separating'],
    ],
    [['video'], ['busy', 'dated', 'e1', 'e2', 'rich', 'separating']],
  ] as const)('GET episodes with missing=%s lists the episodes that lack all of them', async (missing, expected) => {
    const { data } = await api.GET('/api/v1/podcasts/{podcast}/episodes', {
      params: { path: { podcast: tech() }, query: { missing: [...missing] } },
    });
    expect(keys(data.data)).toEqual(expected);
  });

  it.each(['missing=video,transcript', 'missing=video&missing=transcript', 'missing=video,transcript&missing=video'])(
    'GET episodes takes several values of a parameter separated by commas and repeated: %s (contract 2.3)',
    async (query) => {
      const { json } = await raw.get(`/api/v1/podcasts/${tech()}/episodes?${query}`);
      expect(keys(json?.data as Episode[])).toEqual(['busy', 'dated', 'e1', 'e2', 'separating']);
    },
  );

  it('GET episodes with q lists those whose titles have all words, whole or by their beginnings, in pages (contract 13.3)', async () => {
    const of = async (query: string) => (await raw.get(`/api/v1/podcasts/${tech()}/episodes?${query}`)).json;
    expect(keys((await of('q=PUBL')).data as Episode[])).toEqual(['dated']);
    expect(keys((await of('q=%C3%A9verything%20with')).data as Episode[])).toEqual(['rich']);
    expect(keys((await of('q=with%20nothing')).data as Episode[])).toEqual([]);
    expect(keys((await of('q=publ&missing=video&guid=urn:dated')).data as Episode[])).toEqual(['dated']);
  });

  it('GET episodes with guid lists the one episode that has exactly it', async () => {
    const of = async (guid: string) =>
      (await api.GET('/api/v1/podcasts/{podcast}/episodes', { params: { path: { podcast: tech() }, query: { guid } } })).data.data;
    expect(keys(await of('urn:dated'))).toEqual(['dated']);
    expect(await of('urn:date')).toEqual([]);
  });

  it('GET episodes with ids lists those of its episodes', async () => {
    const ids = ['dated', 'rich'].map((key) => seed.episodes[key]).join();
    const { json } = await raw.get(`/api/v1/podcasts/${tech()}/episodes?ids=${ids}`);
    expect(keys(json?.data as Episode[])).toEqual(['dated', 'rich']);
  });

  it.each([
    'missing=',
    'missing=x',
    'missing=transcript,',
    'missing=video&missing=x',
    'q=',
    'q=%21%20-',
    'q=%00a',
    `q=${'a'.repeat(201)}`,
    'q=a&q=b',
    'guid=%00',
    'ids=x',
    `ids=${Array.from({ length: 101 }, (_, at) => `01a20563-85c8-75b6-b244-${String(at).padStart(12, '0')}`).join()}`,
    'guid=a&guid=b',
    'first=0',
  ])('GET episodes refuses ?%s', async (query) => {
    const answer = await raw.get(`/api/v1/podcasts/${tech()}/episodes?${query}`);
    expect([answer.status, faults(answer)]).toEqual([422, [{ field: query.split('=')[0], code: 'invalid' }]]);
  });

  it('GET episodes is the owner’s alone, and needs read', async () => {
    const list = (podcast: string, token?: string) => raw.get(`/api/v1/podcasts/${seed.podcasts[podcast] ?? podcast}/episodes`, { token });
    expect((await list('bobs')).status).toBe(403);
    expect((await list('unconfirmed')).status).toBe(403);
    expect((await list('nothing')).status).toBe(404);
    expect((await list('tech', seed.tokens['update'])).status).toBe(403);
    expect((await list('tech', seed.tokens['read'])).status).toBe(200);
  });
});

describe('GET /episodes/{episode} (contract 13.1)', () => {
  it('GET /episodes/{episode} tells what there is of an episode and where its downloads are counted', async () => {
    expect(await show('rich')).toEqual({
      id: seed.episodes['rich'],
      podcast_id: tech(),
      guid: null,
      title: 'With everything',
      published_at: null,
      duration_seconds: null,
      audio_url: null,
      download_url: `${baseUrl}/e/${seed.episodes['rich']}`,
      transcription: 'idle',
      transcript: { format: 'srt', segment_count: 1, uploaded_at: expect.stringMatching(/Z$/) },
      chapters: { count: 2, uploaded_at: expect.stringMatching(/Z$/) },
      video: null,
      missing: ['video'],
      created_at: expect.stringMatching(/Z$/),
    });
  });

  it('GET /episodes/{episode} follows uploads and links at once, with another ETag', async () => {
    const path = { episode: seed.episodes['e1'] ?? '' };
    const [stock] = (await api.GET('/api/v1/video-stocks')).data.data;
    const etag = async () => (await raw.get(`/api/v1/episodes/${path.episode}`)).headers.get('etag');
    const before = await etag();
    const unchanged = await raw.get(`/api/v1/episodes/${path.episode}`, { headers: { 'If-None-Match': before ?? '' } });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);

    await api.PUT('/api/v1/episodes/{episode}/transcript', { params: { path }, body: { content: VTT } });
    expect(await show('e1')).toMatchObject({ transcript: { format: 'vtt', segment_count: 2 }, missing: ['chapters', 'video'] });
    await api.PUT('/api/v1/episodes/{episode}/chapters', { params: { path }, body: { chapters: [{ startTime: 0, title: 'Intro' }] } });
    await api.POST('/api/v1/video-stocks/{stock}/link', {
      params: { path: { stock: stock?.id ?? '' } },
      body: { episode_id: path.episode },
    });
    expect(await show('e1')).toMatchObject({ chapters: { count: 1 }, video: { stock_id: stock?.id, duration_seconds: 600 }, missing: [] });
    await api.DELETE('/api/v1/episodes/{episode}/chapters', { params: { path } });
    expect(await show('e1')).toMatchObject({ chapters: null, missing: ['chapters'] });
    expect(await etag()).not.toBe(before);
  });

  it('GET /episodes/{episode} is the owner’s alone, and needs read', async () => {
    const get = (episode: string, token?: string) => raw.get(`/api/v1/episodes/${seed.episodes[episode] ?? episode}`, { token });
    expect([(await get('foreign')).status, (await get('waiting')).status, (await get('nothing')).status]).toEqual([403, 403, 404]);
    expect((await get('e1', seed.tokens['update'])).status).toBe(403);
  });
});
