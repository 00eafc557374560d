import { createClient, type Client as ApiClient, type components } from '@app/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, faults } from './client.js';
import { aliceAndBob, SRT } from './fixtures.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';

const UNKNOWN_ID = '01a1fc4b-8e85-72bc-87b6-49659652e670';

const notFound = { message: expect.any(String), errors: [{ field: null, code: 'not_found', message: expect.any(String) }] };

let stack: CallersStack;
let seed: Loaded;
let alice: Client;
let api: ApiClient;

const [tech, ...others] = aliceAndBob.podcasts;
const episode = (key: string) => ({ key, title: key, duration_seconds: 1800 });
const fixtures = {
  users: aliceAndBob.users,
  podcasts: [
    {
      ...tech!,
      episodes: [...tech!.episodes, ...['empty', 'timed', 'codes', 'once', 'race', 'both', 'kept', 'conditional', 'forms'].map(episode)],
    },
    ...others,
  ],
};

beforeAll(async () => {
  stack = await Stack.forCallers();
  seed = await stack.load(fixtures);
  const { baseUrl } = stack;
  alice = new Client(baseUrl, seed.tokens['all']);
  api = createClient({ baseUrl, token: seed.tokens['all'] ?? '' });
});
afterAll(() => stack.destroy());

const path = (key: string) => `/api/v1/episodes/${seed.episodes[key] ?? key}/chapters`;
const put = (key: string, chapters: unknown) => alice.put(path(key), { version: '1.2.0', chapters });
const of = (key: string) => ({ params: { path: { episode: seed.episodes[key] ?? key } } });
/** Stores chapters that the API accepts. */
const store = async (key: string, chapters: components['schemas']['ChaptersDocument']['chapters']) => {
  const { data, response } = await api.PUT('/api/v1/episodes/{episode}/chapters', { ...of(key), body: { version: '1.2.0', chapters } });
  return { status: response.status, json: data };
};
const read = async (key: string) => (await api.GET('/api/v1/episodes/{episode}/chapters', of(key))).data.data.chapters;

describe('PUT chapters (contract 11)', () => {
  it('PUT chapters answers 201 first and 200 after, with the number of chapters', async () => {
    const chapters = [
      { startTime: 0, title: 'Intro', summary: 'Hello' },
      { startTime: 60.25, endTime: 90, title: 'Main', url: 'https://a.example/', img: 'https://b.example/i.png', toc: true },
    ];
    const first = await store('e1', chapters);
    expect([first.status, first.json]).toEqual([201, { data: { episode_id: seed.episodes['e1'], chapter_count: 2 } }]);
    const { data } = await api.GET('/api/v1/episodes/{episode}/chapters', of('e1'));
    expect(data).toEqual({ data: { episode_id: seed.episodes['e1'], chapters } });
    const second = await store('e1', chapters.slice(1));
    expect([second.status, second.json]).toEqual([200, { data: { episode_id: seed.episodes['e1'], chapter_count: 1 } }]);
  });

  it('PUT chapters ignores keys that it does not know, and a version that is a number', async () => {
    const document = {
      version: 1.2,
      author: 'Ann',
      'x:y': {},
      chapters: [{ startTime: 0, title: 'A', tilte: 'x', location: { name: 'Here' } }],
    };
    expect((await alice.put(path('once'), document)).status).toBeLessThan(300);
    expect(await read('once')).toEqual([{ startTime: 0, title: 'A' }]);
  });

  it('PUT chapters takes an empty url and img as absent', async () => {
    expect((await store('once', [{ startTime: 0, title: 'A', url: '', img: '' }])).status).toBe(200);
    expect(await read('once')).toEqual([{ startTime: 0, title: 'A' }]);
  });

  it('PUT chapters takes a silent marker that starts with a chapter, and gives both back in their order', async () => {
    const chapters = [
      { startTime: 0, title: 'A' },
      { startTime: 0, img: 'https://example.com/a.jpg', toc: false },
      { startTime: 5, title: 'B' },
    ];
    expect((await store('once', chapters)).status).toBe(200);
    expect(await read('once')).toEqual(chapters);
    expect(faults(await put('once', [...chapters, { startTime: 5, title: 'C' }]))).toEqual([
      { field: 'chapters[3].startTime', code: 'duplicate_start_time' },
    ]);
  });

  it('PUT chapters reports every defect with its path and stores nothing', async () => {
    await store('codes', [{ startTime: 0, title: 'Before' }]);
    const answer = await put('codes', [
      { startTime: 10, title: 'One' },
      { startTime: 10, title: '' },
      { startTime: 5, title: 'Three', url: 'ftp://a.example' },
      { startTime: 1801, endTime: 7, title: 'Four' },
    ]);
    expect(answer.status).toBe(422);
    expect(answer.json.errors[0]).toEqual({
      field: 'chapters[1].startTime',
      code: 'duplicate_start_time',
      message: expect.any(String),
    });
    expect(faults(answer)).toEqual([
      { field: 'chapters[1].startTime', code: 'duplicate_start_time' },
      { field: 'chapters[1].title', code: 'required' },
      { field: 'chapters[2].startTime', code: 'not_ascending' },
      { field: 'chapters[2].url', code: 'invalid_url' },
      { field: 'chapters[3].startTime', code: 'beyond_duration' },
      { field: 'chapters[3].endTime', code: 'reversed_times' },
    ]);
    expect(await read('codes')).toEqual([{ startTime: 0, title: 'Before' }]);
  });

  it('PUT chapters describes 100 defects and says that there are more', async () => {
    const answer = await put('codes', Array(101).fill({}));
    expect([answer.json.errors.length, answer.json.errors_truncated]).toEqual([100, true]);
  });

  it('PUT chapters takes a start up to half a second after the end of the episode', async () => {
    expect((await store('timed', [{ startTime: 1800, title: 'The end' }])).status).toBe(201);
    expect((await store('timed', [{ startTime: 1800.5, title: 'Rounded' }])).status).toBe(200);
    expect(faults(await put('timed', [{ startTime: 1800.501, title: 'After it' }]))).toEqual([
      { field: 'chapters[0].startTime', code: 'beyond_duration' },
    ]);
  });

  it('PUT chapters takes 500 chapters, and not 501', async () => {
    const chapters = (count: number) => Array.from({ length: count }, (_, n) => ({ startTime: n / 2, title: `${n}` }));
    expect((await store('once', chapters(500))).json.data.chapter_count).toBe(500);
    expect(faults(await put('once', chapters(501)))).toEqual([{ field: 'chapters', code: 'too_many_chapters' }]);
    expect(await read('once')).toHaveLength(500);
  });

  it('PUT chapters clears by an empty array, and refuses a missing one', async () => {
    await store('empty', [{ startTime: 0, title: 'x' }]);
    expect((await store('empty', [])).json).toEqual({ data: { episode_id: seed.episodes['empty'], chapter_count: 0 } });
    expect((await alice.get(path('empty'))).status).toBe(404);
    expect(faults(await alice.put(path('empty'), { version: '1.2.0' }))).toEqual([{ field: 'chapters', code: 'required' }]);
  });

  it('ten PUT chapters at once end as one of them', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        store(
          'race',
          Array.from({ length: 50 + n }, (__, at) => ({ startTime: at, title: `${n}` })),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(200), 201]);
    const titles = (await read('race')).map(({ title }) => title);
    expect(titles).toEqual(Array(50 + Number(titles[0])).fill(titles[0]));
  });
});

describe('chapters and transcripts', () => {
  const transcript = (key: string) => `/api/v1/episodes/${seed.episodes[key]}/transcript`;

  it('chapters and transcripts leave each other alone (contract 5.4)', async () => {
    const chapters = [
      { startTime: 0, title: 'Intro', summary: 'Hello' },
      { startTime: 60.5, title: 'Main' },
    ];
    expect(await read('rich')).toEqual(chapters);
    const { etag } = Object.fromEntries((await alice.get(transcript('rich'))).headers) as { etag: string };
    await store('rich', chapters.slice(1));
    expect((await alice.get(transcript('rich'), { headers: { 'If-None-Match': etag } })).status).toBe(304);
    expect((await alice.put(transcript('rich'), { content: SRT })).status).toBe(200);
    expect(await read('rich')).toEqual(chapters.slice(1));
  });

  it('chapters and transcripts may be uploaded to an episode at the same time, also while it is being transcribed', async () => {
    const [chapters, words] = await Promise.all([
      store('both', [{ startTime: 1, title: 'x' }]),
      alice.put(transcript('both'), { content: SRT }),
    ]);
    expect([chapters.status, words.status]).toEqual([201, 201]);
    expect((await store('busy', [{ startTime: 1, title: 'x' }])).status).toBe(201);
  });
});

describe('GET and DELETE chapters', () => {
  it('GET and DELETE of chapters are 404 when there are none', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await alice.request(method, path('separating'));
      expect([method, answer.status, answer.json]).toEqual([method, 404, notFound]);
    }
  });

  it('GET chapters carries an ETag that changes with the chapters (contract 2.5)', async () => {
    await store('kept', [{ startTime: 0, title: 'One' }]);
    const first = await alice.get(path('kept'));
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]+\.json"$/);
    const same = await alice.get(path('kept'), { headers: { 'If-None-Match': `"x", W/${etag}` } });
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag]);
    await store('kept', [{ startTime: 0, title: 'Two' }]);
    const changed = await alice.get(path('kept'), { headers: { 'If-None-Match': etag } });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
  });

  it('DELETE chapters deletes once', async () => {
    await store('kept', [{ startTime: 0, title: 'One' }]);
    const deleted = await api.DELETE('/api/v1/episodes/{episode}/chapters', of('kept'));
    expect([deleted.response.status, deleted.data]).toEqual([200, { data: { deleted: true } }]);
    expect((await alice.get(path('kept'))).status).toBe(404);
    expect((await store('kept', [{ startTime: 0, title: 'One' }])).status).toBe(201);
  });
});

describe('conditional writes of chapters (contract 2.5)', () => {
  const body = { chapters: [{ startTime: 0, title: 'One' }] };
  const write = (headers: Record<string, string>) => alice.put(path('conditional'), body, { headers });
  const remove = (headers: Record<string, string>) => alice.request('DELETE', path('conditional'), { headers });
  const etag = async () => (await alice.get(path('conditional'))).headers.get('etag') ?? '';
  const other = { chapters: [{ startTime: 0, title: 'Two' }] };

  it('without chapters, If-Match is 412 and If-None-Match: * creates, once', async () => {
    expect((await write({ 'If-Match': '*' })).status).toBe(412);
    expect((await remove({ 'If-Match': '*' })).status).toBe(412);
    expect((await write({ 'If-None-Match': '*' })).status).toBe(201);
    expect((await write({ 'If-None-Match': '*' })).json.errors).toMatchObject([
      { code: 'precondition_failed', current_etag: await etag() },
    ]);
  });

  it('the ETag that was read is good until the chapters change, for PUT and DELETE', async () => {
    const read = await etag();
    await alice.put(path('conditional'), other);
    for (const answer of [await write({ 'If-Match': read }), await remove({ 'If-Match': read })]) expect(answer.status).toBe(412);
    expect((await write({ 'If-Match': await etag() })).status).toBe(200);
    expect((await remove({ 'If-Match': await etag() })).status).toBe(200);
  });

  it('of two PUT chapters at once with the same If-Match one succeeds', async () => {
    await write({});
    const headers = { 'If-Match': await etag() };
    const answers = await Promise.all([alice.put(path('conditional'), other, { headers }), remove(headers)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});

describe('chapters in other forms (contract 11)', () => {
  const send = (type: string, body: string) => alice.request('PUT', path('forms'), { body, headers: { 'Content-Type': type } });
  const starts = async () => (await read('forms')).map(({ startTime, title }) => [startTime, title]);
  const expected = [
    [0, 'Intro'],
    [62.5, 'The & sluice'],
  ];

  it.each([
    ['text/plain', '0:00 Intro\n01:02.500 - The & sluice\n'],
    ['text/plain; charset=utf-8', '00:00:00.000 Intro\r\n00:01:02.500 The & sluice'],
    [
      'application/xml',
      '<psc:chapters xmlns:psc="http://podlove.org/simple-chapters"><psc:chapter start="0" title="Intro"/><psc:chapter start="00:01:02.5" title="The &amp; sluice"/></psc:chapters>',
    ],
    [
      'application/x-ffmetadata',
      ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=62500\ntitle=Intro\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=62500\nEND=70000\ntitle=The & sluice\n',
    ],
    ['application/json+chapters', '{"chapters":[{"startTime":0,"title":"Intro"},{"startTime":62.5,"title":"The & sluice"}]}'],
    ['text/vtt', 'WEBVTT\n\n00:00.000 --> 01:02.500\nIntro\n\n01:02.500 --> 01:10.000\nThe &amp; sluice\n'],
  ])('PUT chapters takes %s', async (type, body) => {
    const { status } = await send(type, body);
    expect([200, 201]).toContain(status);
    expect(await starts()).toEqual(expected);
  });

  it('chapters as text or XML obey the rules of JSON, and a line that cannot be read is named', async () => {
    expect(faults(await send('text/plain', '0:10 B\n0:05 A'))).toEqual([{ field: 'chapters[1].startTime', code: 'not_ascending' }]);
    expect((await send('text/plain', '0:00 A\nwords')).json.errors).toMatchObject([{ code: 'invalid', line: 2 }]);
    expect((await send('application/xml', '<rss/>')).status).toBe(422);
    expect((await send('text/plain', '')).status).toBe(422);
    expect(await starts()).toEqual(expected);
  });

  it('PUT chapters refuses another media type, and names those that it takes', async () => {
    const answer = await send('application/yaml', 'a: b');
    expect([faults(answer)[0]?.code, answer.text.includes('application/x-ffmetadata')]).toEqual(['unsupported_media_type', true]);
  });

  it('chapters are given back as text and as Podlove XML by Accept, each with an ETag', async () => {
    const as = (type: string) => alice.get(path('forms'), { headers: { Accept: type } });
    const text = await as('text/plain');
    expect([text.headers.get('content-type'), text.text]).toEqual([
      'text/plain; charset=utf-8',
      '00:00:00.000 Intro\n00:01:02.500 The & sluice\n',
    ]);
    const xml = await as('application/xml');
    expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(xml.text).toContain('<psc:chapter start="00:01:02.500" title="The &amp; sluice"/>');
    const tags = [text, xml, await as('application/json')].map(({ headers }) => headers.get('etag'));
    expect(new Set(tags).size).toBe(3);
    expect((await as('image/png')).json.errors).toMatchObject([
      { code: 'not_acceptable', accepted: ['application/json', 'text/plain', 'application/xml'] },
    ]);
    const again = await alice.get(path('forms'), { headers: { Accept: 'text/plain', 'If-None-Match': tags[0] ?? '' } });
    expect(again.status).toBe(304);
  });
});

describe('the checks come in one order (contract 2.7)', () => {
  const garbage = { body: '{not json', headers: { 'Content-Type': 'application/yaml' } };

  it.each([
    ['no token', 'PUT', 'nothing', '', 401],
    ['the wrong permission to write, before 404', 'PUT', UNKNOWN_ID, 'read', 403],
    ['the wrong permission to read', 'GET', 'rich', 'update', 403],
    ['the wrong permission to delete', 'DELETE', 'rich', 'update', 403],
    ['no such episode, before the body', 'PUT', UNKNOWN_ID, 'all', 404],
    ['an id that is none', 'GET', '1', 'all', 404],
    ['somebody else’s episode, before the body', 'PUT', 'foreign', 'all', 403],
    ['an episode whose ownership is not confirmed', 'GET', 'waiting', 'all', 403],
    ['somebody else’s episode', 'DELETE', 'foreign', 'all', 403],
    ['a body that is no JSON, last', 'PUT', 'e1', 'all', 422],
  ])('the checks of chapters come in one order, %s: %s %s with the token %s is %i', async (_, method, key, token, status) => {
    const answer = await alice.request(method, path(key), { token: seed.tokens[token] ?? '', ...(method === 'PUT' ? garbage : {}) });
    expect([answer.status, typeof answer.json.message]).toEqual([status, 'string']);
  });
});
