import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type Client as ApiClient } from '@app/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, faults } from './client.js';
import { aliceAndBob, SRT, VTT } from './fixtures.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';

const LIMIT = 10_485_760;

let stack: CallersStack;
let seed: Loaded;
let alice: Client;
let api: ApiClient;

beforeAll(async () => {
  stack = await Stack.forCallers();
  const [tech, ...others] = aliceAndBob.podcasts;
  const more = ['versions', 'conditional'].map((key) => ({ key, title: key }));
  seed = await stack.load({ ...aliceAndBob, podcasts: [{ ...tech, episodes: [...(tech?.episodes ?? []), ...more] }, ...others] });
  const { baseUrl } = stack;
  alice = new Client(baseUrl, seed.tokens['all']);
  api = createClient({ baseUrl, token: seed.tokens['all'] ?? '' });
});
afterAll(() => stack.destroy());

const path = (episode: string) => `/api/v1/episodes/${seed.episodes[episode]}/transcript`;
const upload = (episode: string, content: string, format?: string, query = '') =>
  alice.put(`${path(episode)}${query}`, { content, format });
const as = (type: string) => ({ headers: { Accept: type } });
const of = (episode: string) => ({ params: { path: { episode: seed.episodes[episode] ?? '' } } });
/** Stores a file that the API accepts. */
const store = async (episode: string, content: string, format?: 'srt' | 'vtt') => {
  const { data, response } = await api.PUT('/api/v1/episodes/{episode}/transcript', { ...of(episode), body: { content, format } });
  return { status: response.status, json: data };
};
const read = async (episode: string) => {
  const { data } = await api.GET('/api/v1/episodes/{episode}/transcript', of(episode));
  if (typeof data === 'string') throw new Error('the answer is a file');
  return data.data;
};
const versionsOf = async (episode: string) =>
  (await alice.get(`${path(episode)}/versions`)).json.data as { number: number; current: boolean; segment_count: number }[];
const readAs = async (episode: string, type: string) =>
  (await api.GET('/api/v1/episodes/{episode}/transcript', { ...of(episode), headers: { Accept: type }, parseAs: 'text' })).data;

function clock(ms: number, mark: string): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}${mark}${String(ms % 1000).padStart(3, '0')}`;
}

/** A file of so many subtitles of a second each, all saying the same. */
function vttOf(count: number, words: string): string {
  let file = 'WEBVTT\n\n';
  for (let index = 0; index < count; index++) file += `${clock(index * 1000, '.')} --> ${clock(index * 1000 + 900, '.')}\n${words}\n\n`;
  return file;
}

describe('PUT transcript (contract 5.3, 5.4)', () => {
  it('PUT transcript answers 201 when there was none and 200 when it replaces', async () => {
    const first = await store('e1', SRT, 'srt');
    expect([first.status, first.json]).toEqual([201, { data: { episode_id: seed.episodes['e1'], segment_count: 2 } }]);
    const second = await store('e1', 'WEBVTT\n\n00:01.000 --> 00:02.000\nAlone\n');
    expect([second.status, second.json]).toEqual([200, { data: { episode_id: seed.episodes['e1'], segment_count: 1 } }]);
  });

  it('PUT transcript rejects text without times, duplicated and reversed times, all at once and with their places', async () => {
    const answer = await upload(
      'e1',
      'WEBVTT\n\n00:02.000 --> 00:01.000\na\n\nno times\n\n00:02.000 --> 00:01.000\nb\n\n00:01 --> 00:02\nc\n',
      'vtt',
    );
    expect(answer.status).toBe(422);
    expect(answer.json.errors).toEqual([
      { field: 'content', code: 'reversed_times', line: 3, subtitle: 1, message: expect.any(String) },
      { field: 'content', code: 'no_times', line: 6, subtitle: null, message: expect.stringContaining('no times') },
      expect.objectContaining({ code: 'reversed_times', line: 8, subtitle: 2 }),
      expect.objectContaining({ code: 'duplicate_times', line: 8, subtitle: 2, first_line: 3, first_subtitle: 1 }),
      expect.objectContaining({ code: 'bad_time', line: 11, subtitle: null }),
    ]);
  });

  it('PUT transcript stores nothing when there is a defect', async () => {
    await store('e2', SRT);
    expect((await upload('e2', 'nothing that has a time')).status).toBe(422);
    expect((await read('e2')).segments.map(({ text }) => text)).toEqual(['Hello', 'there']);
  });

  it('PUT transcript describes 100 defects and says that there are more', async () => {
    const answer = await upload('e1', `WEBVTT\n\n${'words\n\n'.repeat(101)}`);
    expect(answer.json.errors).toHaveLength(100);
    expect(answer.json.errors_truncated).toBe(true);
    expect((await upload('e1', `WEBVTT\n\n${'words\n\n'.repeat(100)}`)).json.errors_truncated).toBeUndefined();
  });

  it('PUT transcript takes one speaker a subtitle out of voice tags', async () => {
    await store('e1', VTT);
    expect((await read('e1')).segments).toEqual([
      { start: 1, end: 2.5, speaker: 'Ann', text: 'Hello' },
      { start: 3, end: 4, speaker: 'Ben', text: 'there' },
    ]);
    expect(faults(await upload('e1', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Yes\n<v Ben>No\n'))).toEqual([
      { field: 'content', code: 'multiple_speakers' },
    ]);
  });

  it('PUT transcript deletes word-level timings and keeps the chapters', async () => {
    const id = seed.episodes['rich'];
    const chapters = () => stack.query('SELECT start_time, title, summary FROM chapters WHERE episode_id = $1 ORDER BY position', [id]);
    const before = await chapters();
    expect(before).toHaveLength(2);
    expect((await read('rich')).word_level).toBe(true);
    expect((await store('rich', SRT)).status).toBe(200);
    expect((await read('rich')).word_level).toBe(false);
    expect(await stack.query('SELECT 1 FROM transcript_words WHERE episode_id = $1', [id])).toEqual([]);
    expect(await chapters()).toEqual(before);
  });

  it.each(['busy', 'separating'])(
    'PUT transcript is 422 transcription_in_progress while the episode is %s, also as a dry run, and accepted after',
    async (episode) => {
      for (const query of ['', '?dry_run=true']) {
        const answer = await upload(episode, SRT, 'srt', query);
        expect([answer.status, faults(answer)]).toEqual([422, [{ field: null, code: 'transcription_in_progress' }]]);
      }
      expect(faults(await upload(episode, 'no times'))[0]?.code).toBe('no_times');
      await stack.query(`UPDATE episodes SET transcription = 'idle' WHERE id = $1`, [seed.episodes[episode]]);
      expect((await store(episode, SRT)).status).toBe(201);
    },
  );

  it('PUT transcript never switches the format silently', async () => {
    for (const [content, format] of [
      [SRT, 'vtt'],
      [VTT, 'srt'],
    ] as const) {
      const answer = await upload('e1', content, format);
      expect([answer.status, faults(answer).map(({ code }) => code)]).toEqual([422, ['bad_format']]);
    }
  });

  it('PUT transcript with dry_run=true judges and stores nothing', async () => {
    await store('e2', SRT);
    const answer = await upload('e2', VTT, undefined, '?dry_run=true');
    expect([answer.status, answer.json.data.segment_count]).toEqual([200, 2]);
    expect((await read('e2')).segments.map(({ speaker }) => speaker)).toEqual([null, null]);
    expect((await upload('e2', 'no times', undefined, '?dry_run=true')).status).toBe(422);
    expect((await upload('e2', SRT, undefined, '?dry_run=maybe')).status).toBe(422);
  });
});

describe('the limits (contract 5.2)', () => {
  it('20,000 subtitles are accepted and 20,001 are too_many_subtitles', async () => {
    const most = await store('e1', vttOf(20_000, 'words'));
    expect(most.json).toEqual({ data: { episode_id: seed.episodes['e1'], segment_count: 20_000 } });
    const answer = await upload('e1', vttOf(20_001, 'words'));
    expect(answer.status).toBe(422);
    expect(answer.json.errors).toEqual([expect.objectContaining({ code: 'too_many_subtitles', subtitle: 20_001 })]);
  });

  it.each([
    ['ASCII', 'a'],
    ['three-byte characters', '語'],
  ])('10,485,760 bytes of %s are accepted and one more is too_large', async (_, character) => {
    const head = 'WEBVTT\n\n00:00.000 --> 00:01.000\n';
    const bytes = Buffer.byteLength(character);
    const most = head + character.repeat(Math.floor((LIMIT - head.length) / bytes)) + 'x'.repeat((LIMIT - head.length) % bytes);
    expect(Buffer.byteLength(most)).toBe(LIMIT);
    expect([200, 201]).toContain((await upload('e2', most)).status);
    const answer = await upload('e2', `${most}x`);
    expect([answer.status, faults(answer)]).toEqual([422, [{ field: 'content', code: 'too_large' }]]);
  });

  const cue = 'WEBVTT\n\n00:00.000 --> 00:01.000\n';
  it.each([
    ['a voice tag of ten million characters', `${cue}<v `, 'a', '>x'],
    ['a voice tag of ten million NULs', `${cue}<v `, '\0', '>x'],
    ['a voice tag of spaces to collapse', `${cue}<v `, '\ta\n', '>x'],
    ['voice tags that never close', cue, '<v ', ''],
    ['entities', cue, 'x&amp;', ''],
    ['line ends of one kind of many', cue, 'a\r', ''],
    ['spaces before line ends', '00:00:01,000 --> 00:00:02,000\n', 'ab \n', ''],
    ['NULs', '00:00:01,000 --> 00:00:02,000\n', 'ab\0', ''],
    ['blocks without times', 'WEBVTT\n\n', 'x\n\n', ''],
  ])('a file of 10 MB of %s gets a verdict', async (_, head, piece, tail) => {
    const answer = await upload('e2', head + piece.repeat(Math.floor(10_000_000 / piece.length)) + tail);
    expect([200, 422]).toContain(answer.status);
  });

  it('the bytes of a transcript count after the JSON is decoded: escapes may make the body three times as long', async () => {
    const content = `WEBVTT\n\n00:00.000 --> 00:01.000\n${'語'.repeat(3_300_000)}`;
    const body = `{"content":"${content.replaceAll('\n', '\\n').replaceAll('語', '\\u8a9e')}"}`;
    const answer = await alice.request('PUT', path('e2'), { body, headers: { 'Content-Type': 'application/json' } });
    expect([answer.status, answer.json?.data?.segment_count]).toEqual([200, 1]);
  });

  it('a transcript’s body above 32 MB is refused by its announced length', async () => {
    const answer = await alice.request('PUT', path('e2'), {
      body: new Uint8Array(33_554_433),
      headers: { 'Content-Type': 'application/json' },
    });
    expect([answer.status, faults(answer)]).toEqual([422, [{ field: null, code: 'too_large' }]]);
  });
});

describe('GET transcript (contract 5.5)', () => {
  it('GET transcript is 404 when there is none', async () => {
    const { episodes } = await stack.load({
      podcasts: [{ key: 'p', title: 'P', owner: seed.users['alice'], ownership_confirmed: true, episodes: [{ key: 'bare', title: 'B' }] }],
    });
    expect((await alice.get(`/api/v1/episodes/${episodes['bare']}/transcript`)).status).toBe(404);
  });

  it('GET transcript gives WebVTT back as WebVTT, as SRT and as JSON', async () => {
    await store('e1', 'WEBVTT\n\n00:01.000 --> 01:00:02.500\n<v Ann>Fish &amp; <i>chips</i> <00:02.000>now\n');
    const [vtt, srt, json] = await Promise.all([
      alice.get(path('e1'), as('text/vtt')),
      alice.get(path('e1'), as('application/x-subrip')),
      alice.get(path('e1'), as('application/json')),
    ]);
    expect(vtt.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(vtt.text).toBe('WEBVTT\n\n00:00:01.000 --> 01:00:02.500\n<v Ann>Fish &amp; <i>chips</i> <00:02.000>now\n\n');
    expect(srt.headers.get('content-type')).toBe('application/x-subrip; charset=utf-8');
    expect(srt.text).toBe('1\n00:00:01,000 --> 01:00:02,500\nAnn: Fish & <i>chips</i> now\n\n');
    expect(json.json).toEqual({
      data: {
        episode_id: seed.episodes['e1'],
        word_level: false,
        segments: [{ start: 1, end: 3602.5, speaker: 'Ann', text: 'Fish & <i>chips</i> <00:02.000>now' }],
      },
    });
  });

  it.each(['*/*', 'application/*', 'text/vtt;q=0.1, application/json'])('GET transcript answers Accept: %s with JSON', async (accept) => {
    expect((await alice.get(path('e1'), as(accept))).headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('GET transcript refuses an Accept that names none of its types, and names them (contract 2.5)', async () => {
    const answer = await alice.get(path('e1'), as('image/png'));
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({
      errors: [{ code: 'not_acceptable', accepted: ['application/json', 'text/vtt', 'application/x-subrip'] }],
    });
  });

  it.each(['text/srt', 'application/srt', 'application/x-srt', 'application/subrip'])(
    'GET transcript answers Accept: %s with SubRip',
    async (accept) => {
      expect((await alice.get(path('e1'), as(accept))).headers.get('content-type')).toBe('application/x-subrip; charset=utf-8');
    },
  );

  it.each([
    ['text/vtt; charset=utf-8', 'text/vtt'],
    ['text/vtt;charset="UTF-8"', 'text/vtt'],
    ['application/x-subrip; charset=utf-8', 'application/x-subrip'],
    ['application/json; charset=utf-8', 'application/json'],
    ['text/vtt; charset=utf-8; q=0.9, application/json; q=0.1', 'text/vtt'],
  ])('GET transcript answers Accept: %s with %s', async (accept, type) => {
    expect((await alice.get(path('e1'), as(accept))).headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  });

  it('GET transcript accepts subtitles of zero length and gives them back', async () => {
    const file = 'WEBVTT\n\n00:00:01.000 --> 00:00:01.000\n<v Ann>Mhm\n\n';
    expect((await store('e1', file)).status).toBe(200);
    expect(await readAs('e1', 'text/vtt')).toBe(file);
  });

  it('GET transcript carries an ETag, different for each type, and answers 304 to it until the transcript changes', async () => {
    await store('e1', SRT);
    const tags = await Promise.all(
      ['application/json', 'text/vtt', 'application/x-subrip'].map(
        async (type) => (await alice.get(path('e1'), as(type))).headers.get('etag') ?? '',
      ),
    );
    expect(new Set(tags).size).toBe(3);
    const again = (tag: string) => alice.get(path('e1'), { headers: { 'If-None-Match': tag } });
    for (const tag of [tags[0]!, `W/${tags[0]}`, `"x", ${tags[0]}`, '*']) {
      const answer = await again(tag);
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', tags[0]]);
    }
    expect((await again(tags[1]!)).status).toBe(200);
    await store('e1', SRT);
    expect((await again(tags[0]!)).status).toBe(200);
  });

  it('GET transcript answers HEAD with the headers alone', async () => {
    const { status, text, headers } = await alice.request('HEAD', path('e1'), as('text/vtt'));
    expect([status, text, Number(headers.get('content-length')) > 50]).toEqual([200, '', true]);
  });
});

describe('at once (contract 5.4)', () => {
  it('transcript uploads at once end as one of them, and a reader sees one of them whole', async () => {
    const files = [vttOf(3000, 'one'), vttOf(2000, 'two'), vttOf(1000, 'three')];
    await upload('e1', files[0]!);
    let writing = true;
    const writers = Promise.all(
      files.map(async (file) => {
        for (let round = 0; round < 5; round++) expect((await store('e1', file)).status).toBe(200);
      }),
    ).finally(() => (writing = false));
    const seen = new Set<string>();
    while (writing) {
      const found = (await read('e1')).segments;
      seen.add(`${[...new Set(found.map(({ text }) => text))].join()} ${found.length}`);
    }
    await writers;
    for (const one of seen) expect(['one 3000', 'two 2000', 'three 1000']).toContain(one);
    const { segments } = await read('e1');
    expect((await versionsOf('e1'))[0]).toMatchObject({ current: true, segment_count: segments.length });
  });
});

describe('versions (contract 5.7)', () => {
  const versionPath = (number: number) => `${path('versions')}/versions/${number}`;
  const texts = async (number: number) =>
    ((await alice.get(versionPath(number))).json.data.segments as { text: string }[]).map(({ text }) => text);
  const one = (words: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Ann>${words}\n\n`;

  it('replacing a transcript loses nothing: each upload is a version, newest first, and says which is current', async () => {
    expect(await versionsOf('versions')).toEqual([]);
    await store('versions', one('first'));
    await store('versions', SRT, 'srt');
    const { id } = (await alice.get('/api/v1/token')).json.data as { id: string };
    expect(await versionsOf('versions')).toEqual([
      { number: 2, format: 'srt', segment_count: 2, byte_size: Buffer.byteLength(SRT), uploaded_at: expect.any(String), token_id: id, current: true },
      { number: 1, format: 'vtt', segment_count: 1, byte_size: one('first').length, uploaded_at: expect.any(String), token_id: id, current: false },
    ]); // prettier-ignore
  });

  it('a version of a transcript is read in every form, with an ETag', async () => {
    expect(await texts(1)).toEqual(['first']);
    expect((await alice.get(versionPath(1), as('text/vtt'))).text).toBe(one('first'));
    const srt = await alice.get(versionPath(1), as('text/srt'));
    expect(srt.text).toBe('1\n00:00:01,000 --> 00:00:02,000\nAnn: first\n\n');
    const etag = srt.headers.get('etag') ?? '';
    expect((await alice.get(versionPath(1), { headers: { ...as('text/srt').headers, 'If-None-Match': etag } })).status).toBe(304);
  });

  it('a version of a transcript is restored by uploading it', async () => {
    const { text } = await alice.get(versionPath(1), as('text/vtt'));
    await store('versions', text);
    expect((await read('versions')).segments.map(({ text: words }) => words)).toEqual(['first']);
    expect((await versionsOf('versions')).map(({ number, current }) => [number, current])).toEqual([[3, true], [2, false], [1, false]]); // prettier-ignore
  });

  it('the last ten versions of a transcript are kept, and their list is read in pages', async () => {
    for (let number = 4; number <= 12; number += 1) await store('versions', one(`upload ${number}`));
    const numbers = (list: readonly { number: number }[]) => list.map(({ number }) => number);
    expect(numbers(await versionsOf('versions'))).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect((await alice.get(versionPath(2))).status).toBe(404);
    const page = (query: string) => alice.get(`${path('versions')}/versions?first=7${query}`);
    const { json } = await page('');
    expect([numbers(json.data), json.meta.has_more]).toEqual([[12, 11, 10, 9, 8, 7, 6], true]);
    const rest = (await page(`&after=${json.meta.next_cursor}`)).json;
    expect([numbers(rest.data), rest.meta]).toEqual([[5, 4, 3], { has_more: false, next_cursor: null }]);
  });

  it.each(['0', '-1', '1.5', 'x', '99', '999999999999'])('a version %s that is not there is 404', async (number) => {
    expect((await alice.get(`${path('versions')}/versions/${number}`)).status).toBe(404);
  });

  it('a version that a fixture stored has the token null', async () => {
    expect(await versionsOf('rich')).toEqual(expect.arrayContaining([expect.objectContaining({ number: 1, token_id: null })]));
  });

  it('deleting the transcript leaves its versions, and the next upload creates', async () => {
    const answer = await alice.request('DELETE', path('versions'));
    expect([answer.status, answer.json]).toEqual([200, { data: { deleted: true } }]);
    expect((await alice.get(path('versions'))).status).toBe(404);
    expect((await alice.request('DELETE', path('versions'))).status).toBe(404);
    expect((await versionsOf('versions')).map(({ current }) => current)).toEqual(Array(10).fill(false));
    expect(await texts(12)).toEqual(['upload 12']);
    expect((await store('versions', one('again'))).status).toBe(201);
    expect((await versionsOf('versions'))[0]).toMatchObject({ number: 13, current: true });
  });

  it('a replaced transcript was uploaded when it was replaced', async () => {
    const uploadedAt = async () =>
      (await alice.get(`/api/v1/episodes/${seed.episodes['versions']}`)).json.data.transcript.uploaded_at as string;
    const before = await uploadedAt();
    await store('versions', one('later'));
    expect(Date.parse(await uploadedAt())).toBeGreaterThan(Date.parse(before));
  });
});

describe('conditional writes (contract 2.5)', () => {
  const put = (content: string, headers: Record<string, string>) => alice.put(path('conditional'), { content }, { headers });
  const remove = (headers: Record<string, string>) => alice.request('DELETE', path('conditional'), { headers });
  const etag = async (type = 'application/json') => (await alice.get(path('conditional'), as(type))).headers.get('etag') ?? '';
  const refused = (answer: Awaited<ReturnType<typeof put>>, current?: string) => {
    expect([answer.status, answer.json.errors]).toEqual([
      412,
      [{ field: null, code: 'precondition_failed', message: expect.any(String), ...(current && { current_etag: current }) }],
    ]);
  };

  it('without a transcript, If-Match is refused and If-None-Match: * creates, once', async () => {
    refused(await put(SRT, { 'If-Match': '"x"' }));
    refused(await put(SRT, { 'If-Match': '*' }));
    refused(await remove({ 'If-Match': '*' }));
    expect((await put(SRT, { 'If-None-Match': '*' })).status).toBe(201);
    refused(await put(VTT, { 'If-None-Match': '*' }), await etag());
  });

  it.each(['application/json', 'text/vtt', 'application/x-subrip'])('the ETag that was read as %s is good once', async (type) => {
    const read = await etag(type);
    expect((await put(SRT, { 'If-Match': read })).status).toBe(200);
    refused(await put(VTT, { 'If-Match': read }), await etag());
    refused(await remove({ 'If-Match': read }), await etag());
  });

  it('of two PUT transcript at once with the same If-Match one succeeds', async () => {
    const read = await etag();
    const answers = await Promise.all([put(SRT, { 'If-Match': read }), put(VTT, { 'If-Match': read })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('a dry run of PUT transcript obeys If-Match and If-None-Match, too', async () => {
    const answer = await alice.put(`${path('conditional')}?dry_run=true`, { content: SRT }, { headers: { 'If-None-Match': '*' } });
    expect(answer.status).toBe(412);
  });

  it('DELETE transcript with the ETag that was read removes it', async () => {
    expect((await remove({ 'If-Match': await etag('text/vtt') })).status).toBe(200);
  });
});

describe('markup of SRT (contract 5.5)', () => {
  const file = '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color="red">One</font> <I>two</I> <v Ann>\n\n';

  it('markup of SRT is no text in JSON and WebVTT, and stays in SRT', async () => {
    await store('e1', file, 'srt');
    expect((await read('e1')).segments[0]?.text).toBe('One <i>two</i> <v Ann>');
    expect(await readAs('e1', 'text/vtt')).toContain('\nOne <i>two</i> &lt;v Ann&gt;\n');
    expect(await readAs('e1', 'application/x-subrip')).toBe(file);
  });
});

const corpus = process.env['TRANSCRIPT_CORPUS'];
if (corpus === undefined || !existsSync(join(corpus, 'manifest.json'))) {
  console.info('TRANSCRIPT_CORPUS names no folder with a manifest.json: the real files are not uploaded.');
} else {
  type Entry = { file: string; format: string; expected: { verdict: string; segments?: number; speakers?: string[]; reasons?: string[] } };
  const entries = JSON.parse(readFileSync(join(corpus, 'manifest.json'), 'utf8')) as Entry[];

  it('every file of the corpus gets the verdict that is expected of it', async () => {
    const wrong: string[] = [];
    for (const { file, format, expected } of entries) {
      const answer = await upload('e2', readFileSync(join(corpus, 'files', file)).toString('utf8'), format);
      if (expected.verdict === 'accept') {
        const found = answer.status === 200 ? (await read('e2')).segments : [];
        const speakers = [...new Set(found.flatMap(({ speaker }) => speaker ?? []))];
        if (found.length !== expected.segments || speakers.join() !== expected.speakers?.join())
          wrong.push(`${file}: ${answer.text.slice(0, 200)}`);
      } else {
        const reasons = (expected.reasons ?? []).flatMap((reason) => reason.split('|'));
        if (answer.status !== 422 || !faults(answer).some(({ code }) => reasons.includes(code)))
          wrong.push(`${file}: ${answer.text.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
}
