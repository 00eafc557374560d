import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { createClient, type Client as ApiClient } from '@app/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { Client, faults } from './client.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';

/** Programs that read the file back. */
const READERS = ['csv-parse'];
if (spawnSync('python3', ['--version']).status === 0) READERS.push('Python');
else console.info('python3 is not on the PATH: the CSV is read back by csv-parse alone.');

const UNKNOWN_ID = '01a1fc4b-8e85-72bc-87b6-49659652e670';
const HEADER = 'date,episode_id,episode_title,downloads,unique_listeners,is_final';

const TITLES = {
  plain: 'Plain',
  comma: 'One, two',
  quotes: 'She said "no", twice: ""',
  lines: 'Two\r\nlines\nand a third',
  emoji: '😀 Zoë & 語',
  formula: '=HYPERLINK("http://evil.example","click")',
  plus: '+1-800',
  minus: '-2',
  at: '@SUM(A1)',
  tab: '\tTab',
  apostrophe: "'=1",
  silent: 'Nobody listens',
};

type Fixture = { readonly at: string; readonly listener: string };

const days: Record<string, Fixture[]> = {
  plain: [
    { at: '2026-10-01T00:00:00Z', listener: 'l1' },
    { at: '2026-10-01T12:00:00Z', listener: 'l1' },
    { at: '2026-10-01T23:59:59.999Z', listener: 'l2' },
    { at: '2026-10-02T00:00:00Z', listener: 'l2' },
    { at: '2026-10-03T18:29:00Z', listener: 'l3' },
    { at: '2026-10-03T18:31:00Z', listener: 'l3' },
  ],
};
const episodes = Object.entries(TITLES).map(([key, title]) => ({
  key,
  title,
  downloads: days[key] ?? (key === 'silent' ? [] : [{ at: '2026-10-02T10:00:00Z', listener: 'x' }]),
}));

let stack: CallersStack;
let seed: Loaded;
let alice: Client;
let api: ApiClient;

beforeAll(async () => {
  stack = await Stack.forCallers();
  seed = await stack.load({
    users: [
      { key: 'alice', name: 'Alice', tokens: [{ key: 'read', permissions: ['read'] }, { key: 'update', permissions: ['update'] }] },
      { key: 'bob', name: 'Bob', tokens: [{ key: 'bob', permissions: ['read'] }] },
    ],
    podcasts: [
      { key: 'tech', title: 'Tech', owner: 'alice', ownership_confirmed: true, episodes },
      { key: 'empty', title: 'Empty', owner: 'alice', ownership_confirmed: true },
      { key: 'waiting', title: 'Not confirmed', owner: 'alice' },
      { key: 'bobs', title: 'Bob’s', owner: 'bob', ownership_confirmed: true },
      {
        key: 'many', title: 'Many', owner: 'alice', ownership_confirmed: true,
        episodes: Array.from({ length: 7 }, (_, n) => ({
          key: `m${n}`, title: `Number ${n}`,
          downloads: Array.from({ length: 23 }, (__, at) => ({ at: new Date(Date.UTC(2026, 5, 1 + at, 9 + n)).toISOString(), listener: 'x' })),
        })),
      },
      {
        key: 'new', title: 'New', owner: 'alice', ownership_confirmed: true,
        episodes: [{ key: 'now', title: 'Now', published_at: '2026-01-01T00:00:00Z', audio_url: 'https://media.example.com/now.mp3', downloads: [{ at: new Date().toISOString(), listener: 'x' }] }],
      },
    ],
  }); // prettier-ignore
  const { baseUrl } = stack;
  alice = new Client(baseUrl, seed.tokens['read']);
  api = createClient({ baseUrl, token: seed.tokens['read'] ?? '' });
});
afterAll(() => stack.destroy());

const OCTOBER = 'from=2026-10-01&to=2026-10-31';
const csvPath = (podcast: string, query: string) => `/api/v1/podcasts/${seed.podcasts[podcast] ?? podcast}/analytics.csv?${query}`;
const listPath = (podcast: string, query: string) => `/api/v1/podcasts/${seed.podcasts[podcast] ?? podcast}/analytics?${query}`;
type Days = { readonly from: string; readonly to: string; readonly timezone?: string };
const rows = async (query: string) => {
  const params = { path: { podcast: seed.podcasts['tech'] ?? '' }, query: Object.fromEntries(new URLSearchParams(query)) as Days };
  const { data } = await api.GET('/api/v1/podcasts/{podcast}/analytics.csv', { params, parseAs: 'text' });
  return parse<Record<string, string>>(data, { columns: true, record_delimiter: '\r\n' });
};
/** Figures of the episode called Plain. */
const plain = async (query: string) =>
  (await rows(query))
    .filter((row) => row['episode_title'] === 'Plain')
    .map((row) => [row['date'], row['downloads'], row['unique_listeners']].join(' '));

describe('GET analytics.csv (contract 12.1)', () => {
  it('analytics.csv is RFC 4180 with CRLF, a header, an attachment, by date and episode id, without zero rows', async () => {
    const answer = await alice.get(csvPath('tech', OCTOBER));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
    expect(answer.text.startsWith(`${HEADER}\r\n2026-10-01,${seed.episodes['plain']},Plain,3,2,true\r\n`)).toBe(true);
    expect(answer.text.endsWith('\r\n')).toBe(true);
    const read = await rows(OCTOBER);
    const keys = read.map((row) => `${row['date']} ${row['episode_id']}`);
    expect(keys).toEqual([...keys].sort());
    expect(new Set(keys).size).toBe(keys.length);
    expect(read.some((row) => row['downloads'] === '0' || row['episode_title'] === TITLES.silent)).toBe(false);
  });

  it('analytics.csv counts downloads and different listeners a day', async () => {
    expect(await plain(OCTOBER)).toEqual(['2026-10-01 3 2', '2026-10-02 1 1', '2026-10-03 2 1']);
  });

  it.each([
    ['Asia/Kolkata', ['2026-10-01 2 1', '2026-10-02 2 1', '2026-10-03 1 1', '2026-10-04 1 1']],
    ['America/New_York', ['2026-09-30 1 1', '2026-10-01 3 2', '2026-10-03 2 1']],
    ['Pacific/Kiritimati', ['2026-10-01 1 1', '2026-10-02 3 2', '2026-10-04 2 1']],
  ])('analytics.csv means days of %s, whose listeners are counted once also across midnight in UTC', async (timezone, expected) => {
    expect(await plain(`from=2026-09-30&to=2026-10-04&timezone=${timezone}`)).toEqual(expected);
  });

  it('analytics.csv takes from and to inclusively', async () => {
    expect(await plain('from=2026-10-02&to=2026-10-02')).toEqual(['2026-10-02 1 1']);
  });

  it('analytics.csv has its header also when there is nothing', async () => {
    for (const path of [csvPath('tech', 'from=2020-01-01&to=2020-12-31'), csvPath('empty', OCTOBER)]) {
      const answer = await alice.get(path);
      expect([answer.status, answer.text]).toEqual([200, `${HEADER}\r\n`]);
    }
  });

  it.each(READERS)('analytics.csv is read back by %s: quotes, line breaks and emoji as they are, formulas disarmed', async (reader) => {
    const { text } = await alice.get(csvPath('tech', OCTOBER));
    const script =
      'import csv,json,sys,io;print(json.dumps(list(csv.reader(io.TextIOWrapper(sys.stdin.buffer,encoding="utf-8",newline="")))))';
    const python = () => {
      const { stdout, stderr, status } = spawnSync('python3', ['-c', script], { input: text, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      return JSON.parse(stdout) as string[][];
    };
    const [header, ...read] = reader === 'Python' ? python() : parse(text, { record_delimiter: '\r\n' });
    expect(header?.join()).toBe(HEADER);
    const found = Object.fromEntries(read.map(([, id, title]) => [Object.keys(TITLES).find((key) => seed.episodes[key] === id), title]));
    const { silent: _, ...listened } = TITLES;
    const guarded = ['formula', 'plus', 'minus', 'at', 'tab'];
    expect(found).toEqual(
      Object.fromEntries(Object.entries(listened).map(([key, title]) => [key, guarded.includes(key) ? `'${title}` : title])),
    );
  });

  it('analytics.csv says is_final once the local day is over', async () => {
    const finals = async (timezone: string) =>
      (await alice.get(csvPath('new', `from=${date(-1)}&to=${date(1)}&timezone=${timezone}`))).text.match(/true|false/g);
    expect(await finals('UTC')).toEqual(['false']);
    expect((await rows(OCTOBER)).every((row) => row['is_final'] === 'true')).toBe(true);
  });

  it('analytics.csv carries an ETag, and is 304 as long as it is the same (contract 2.5)', async () => {
    const first = await alice.get(csvPath('tech', OCTOBER));
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]+"$/);
    const same = await alice.get(csvPath('tech', OCTOBER), { headers: { 'If-None-Match': etag } });
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag]);
    for (const other of ['from=2026-10-01&to=2026-10-30', `${OCTOBER}&timezone=Asia/Kolkata`])
      expect((await alice.get(csvPath('tech', other))).headers.get('etag')).not.toBe(etag);
    await stack.query(`UPDATE episodes SET title = 'Plainer' WHERE id = $1`, [seed.episodes['plain']]);
    const changed = await alice.get(csvPath('tech', OCTOBER), { headers: { 'If-None-Match': etag } });
    expect([changed.status, changed.text.includes('Plainer')]).toEqual([200, true]);
    await stack.query(`UPDATE episodes SET title = 'Plain' WHERE id = $1`, [seed.episodes['plain']]);
    expect((await alice.get(csvPath('tech', OCTOBER), { headers: { 'If-None-Match': etag } })).status).toBe(304);
    await stack.query(
      `INSERT INTO downloads (id, episode_id, at, listener) VALUES (gen_random_uuid(), $1, '2026-10-20T00:00:00Z', 'late')`,
      [seed.episodes['silent']],
    );
    expect((await alice.get(csvPath('tech', OCTOBER), { headers: { 'If-None-Match': etag } })).status).toBe(200);
    await stack.query(`DELETE FROM downloads WHERE listener = 'late'`);
  });

  it('HEAD of analytics.csv has the headers and no file', async () => {
    const answer = await alice.request('HEAD', csvPath('tech', OCTOBER));
    expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([200, 'text/csv; charset=utf-8', '']);
  });
});

const REFUSED: [string, string, { field: string; code: string }[]][] = [
  ['nothing', '', [{ field: 'from', code: 'required' }, { field: 'to', code: 'required' }]],
  ['no to', 'from=2026-10-01', [{ field: 'to', code: 'required' }]],
  ['a date that is none', 'from=2026-02-30&to=2026-10-01', [{ field: 'from', code: 'invalid_date' }]],
  ['other forms of dates', 'from=20261001&to=2026-10-01T00:00:00Z', [{ field: 'from', code: 'invalid_date' }, { field: 'to', code: 'invalid_date' }]],
  ['an empty date', 'from=&to=2026-10-01', [{ field: 'from', code: 'invalid_date' }]],
  ['a date twice', 'from=2026-10-01&from=2026-10-02&to=2026-10-03', [{ field: 'from', code: 'invalid_date' }]],
  ['from after to', 'from=2026-10-02&to=2026-10-01', [{ field: 'from', code: 'from_after_to' }]],
  ['367 days', 'from=2024-01-01&to=2025-01-01', [{ field: 'to', code: 'range_too_long' }]],
  ['a zone that is none', `${OCTOBER}&timezone=Mars/Olympus`, [{ field: 'timezone', code: 'unknown_timezone' }]],
  ['an offset', `${OCTOBER}&timezone=%2B02:00`, [{ field: 'timezone', code: 'unknown_timezone' }]],
  ['an empty zone', `${OCTOBER}&timezone=`, [{ field: 'timezone', code: 'unknown_timezone' }]],
  ['everything at once', 'from=x&timezone=y&page=2', [{ field: 'page', code: 'unknown_parameter' }, { field: 'from', code: 'invalid_date' }, { field: 'to', code: 'required' }, { field: 'timezone', code: 'unknown_timezone' }]],
]; // prettier-ignore

describe('a refusal is JSON before the first byte', () => {
  it.each(REFUSED)('an export that is refused is JSON before the first byte: %s is 422', async (_, query, expected) => {
    for (const path of [csvPath('tech', query), listPath('tech', query)]) {
      const answer = await alice.get(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([422, 'application/json; charset=utf-8']);
      const sorted = (list: object[]) => list.map((one) => JSON.stringify(one)).sort();
      expect(sorted(faults(answer))).toEqual(sorted(expected));
    }
  });

  it('analytics of 366 days are accepted', async () => {
    expect((await alice.get(csvPath('tech', 'from=2024-01-01&to=2024-12-31'))).status).toBe(200);
  });

  it.each([
    ['no token', 'tech', '', 401],
    ['a token that may not read, before 404', UNKNOWN_ID, 'update', 403],
    ['no such podcast, before the query', UNKNOWN_ID, 'read', 404],
    ['an id that is none', '1', 'read', 404],
    ['somebody else’s podcast, before the query', 'bobs', 'read', 403],
    ['a podcast whose ownership is not confirmed', 'waiting', 'read', 403],
  ])('an export that is refused is JSON before the first byte: %s', async (_, podcast, token, status) => {
    for (const path of [csvPath(podcast, 'from=x'), listPath(podcast, 'from=x')]) {
      const answer = await alice.get(path, { token: seed.tokens[token] ?? '' });
      expect([answer.status, answer.headers.get('content-type'), typeof answer.json.message]).toEqual([
        status,
        'application/json; charset=utf-8',
        'string',
      ]);
    }
  });
});

describe('GET analytics', () => {
  it('GET analytics gives the same figures as JSON', async () => {
    const query = { from: '2026-10-01', to: '2026-10-31', timezone: 'Asia/Kolkata', first: 100 };
    const params = { path: { podcast: seed.podcasts['tech'] ?? '' }, query };
    const { data: page } = await api.GET('/api/v1/podcasts/{podcast}/analytics', { params });
    expect(page.meta).toEqual({ has_more: false, next_cursor: null });
    expect(page.data[0]).toEqual({
      date: '2026-10-01',
      episode_id: seed.episodes['plain'],
      episode_title: 'Plain',
      downloads: 2,
      unique_listeners: 1,
      is_final: true,
    });
    const csv = await rows(`${OCTOBER}&timezone=Asia/Kolkata`);
    expect(page.data.map((row) => [row.date, row.episode_id, row.downloads, row.unique_listeners, row.is_final].join())).toEqual(
      csv.map((row) => [row['date'], row['episode_id'], row['downloads'], row['unique_listeners'], row['is_final']].join()),
    );
  });

  it.each([1, 10, 100])('GET analytics pages like every list, %i at a time', async (first) => {
    const params = { path: { podcast: seed.podcasts['many'] ?? '' }, query: { from: '2026-06-01', to: '2026-06-30', first } };
    const found: string[] = [];
    for await (const { data } of api.pages('/api/v1/podcasts/{podcast}/analytics', { params })) {
      expect(data.length).toBeLessThanOrEqual(first);
      found.push(...data.map((row) => `${row.date} ${row.episode_id}`));
    }
    expect(found).toHaveLength(7 * 23);
    expect(found).toEqual([...new Set(found)].sort());
  });

  it('GET analytics refuses the cursor of another list', async () => {
    const { json } = await alice.get(listPath('many', 'from=2026-06-01&to=2026-06-30&first=1'));
    for (const path of [
      listPath('many', `from=2026-06-01&to=2026-06-29&after=${json.meta.next_cursor}`),
      listPath('tech', `${OCTOBER}&after=x`),
    ]) {
      expect(faults(await alice.get(path))).toEqual([{ field: 'after', code: 'invalid_cursor' }]);
    }
    // One that was made up names no day before the range, of which there may be thousands, and no episode that is none.
    const scope = `analytics of ${seed.podcasts['many']} from 2026-06-01 to 2026-06-30 in UTC`;
    const query = 'from=2026-06-01&to=2026-06-30';
    const [real = ''] = Object.values(seed.episodes);
    expect((await alice.get(listPath('many', `${query}&after=${forged(scope, `2026-06-02 ${real}`)}`))).status).toBe(200);
    for (const key of [`0001-01-01 ${real}`, `2026-07-01 ${real}`, '2026-06-02 x', '2026-06-02', `2026-06-02 ${real} x`]) {
      expect(faults(await alice.get(listPath('many', `${query}&after=${forged(scope, key)}`)))).toEqual([
        { field: 'after', code: 'invalid_cursor' },
      ]);
    }
    expect(faults(await alice.get(listPath('many', `${OCTOBER}&first=0`)))).toEqual([{ field: 'first', code: 'invalid' }]);
  });
});

/** A cursor as who knows how they are made would make one. */
function forged(scope: string, key: string): string {
  return Buffer.from(`${createHash('sha256').update(`${scope}\0${key}`).digest('base64url').slice(0, 12)}${key}`).toString('base64url');
}

/** A date some days from now, in UTC. */
function date(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
