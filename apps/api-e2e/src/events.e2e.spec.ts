import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, faults } from './client.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';

type Event = { readonly id: string; readonly type: string; readonly podcast_id: string | null; readonly data: Record<string, unknown> };
type Page = { readonly data: readonly Event[]; readonly meta: { readonly has_more: boolean; readonly next_cursor: string } };

let stack: CallersStack;
let seed: Loaded;
let baseUrl: string;
let alice: Client;

beforeAll(async () => {
  stack = await Stack.forCallers();
  const all = ['read', 'update', 'delete'];
  const users = ['alice', 'bob'].map((key) => ({ key, name: key, available_seconds: 1000, tokens: [{ key, permissions: all }] }));
  const soon = new Date(Date.now() + 3000).toISOString();
  seed = await stack.load({
    users: [
      ...users,
      {
        key: 'carol',
        name: 'Carol',
        tokens: [
          { key: 'carol', permissions: ['read'] },
          { key: 'expiring', permissions: ['update'] },
        ],
      },
      { key: 'blind', name: 'Blind', tokens: [{ key: 'blind', permissions: ['update'] }] },
    ],
    podcasts: [
      { key: 'tech', title: 'Tech', owner: 'alice', ownership_confirmed: true, episodes: [{ key: 'e1', title: 'One', guid: 'urn:1', published_at: '2026-01-01T00:00:00Z' }] }, // prettier-ignore
      { key: 'later', title: 'Later', owner: 'bob', ownership_confirmed: true, episodes: [{ key: 'soon', title: 'Soon', guid: 'urn:2', published_at: soon }] }, // prettier-ignore
    ],
  });
  await stack.query(`UPDATE api_tokens SET expires_at = now() WHERE user_id = $1 AND permissions = '{update}'`, [seed.users['carol']]);
  ({ baseUrl } = stack);
  alice = new Client(baseUrl, seed.tokens['alice']);
});
afterAll(() => stack.destroy());

async function read(client: Client, query = ''): Promise<Page> {
  const { status, json } = await client.request('GET', `/api/v1/events${query}`);
  expect(status).toBe(200);
  return json as Page;
}

/** The data of the first event of a type, once the worker has written it. */
async function firstOf(client: Client, type: string): Promise<Event['data']> {
  let after = '';
  for (const deadline = Date.now() + 90_000; Date.now() < deadline;) {
    const { data, meta } = await read(client, `?wait=30&types=${type}${after}`);
    if (data[0]) return data[0].data;
    after = `&after=${meta.next_cursor}`;
  }
  throw new Error('no event came');
}

const uploadTranscript = () =>
  alice.request('PUT', `/api/v1/episodes/${seed.episodes['e1']}/transcript`, {
    json: { format: 'srt', content: '1\n00:00:00,000 --> 00:00:01,000\nHello\n' },
  });

describe('GET /api/v1/events (contract 18)', () => {
  it('GET events wakes a waiting reader with an event, once, and goes on from there', async () => {
    const { meta } = await read(alice);
    const waiting = read(alice, `?wait=30&after=${meta.next_cursor}`);
    expect((await uploadTranscript()).status).toBe(201);
    const page = await waiting;
    expect(page.data).toMatchObject([
      {
        type: 'transcript.stored',
        podcast_id: seed.podcasts['tech'],
        data: { episode_id: seed.episodes['e1'], version: 1, segment_count: 1 },
      },
    ]);
    expect((await read(alice, `?after=${page.meta.next_cursor}`)).data).toEqual([]);
    expect((await uploadTranscript()).status).toBe(200);
    expect((await read(alice, `?wait=30&after=${page.meta.next_cursor}`)).data).toMatchObject([{ data: { version: 2 } }]);
  });

  it('GET events tells of a scheduled episode within a minute of its time, and never before', async () => {
    const data = await firstOf(new Client(baseUrl, seed.tokens['bob']), 'episode.published');
    expect(data).toMatchObject({ id: seed.episodes['soon'], podcast_id: seed.podcasts['later'], guid: 'urn:2', title: 'Soon' });
    expect(Date.parse(String(data['published_at']))).toBeLessThanOrEqual(Date.now());
  });

  it('GET events tells of a token that has expired', async () => {
    const [ended] = await stack.query<{ id: string }>(`SELECT id FROM api_tokens WHERE user_id = $1 AND expires_at IS NOT NULL`, [
      seed.users['carol'],
    ]);
    expect(await firstOf(new Client(baseUrl, seed.tokens['carol']), 'token.ended')).toMatchObject({ id: ended?.id });
  });

  it('GET events tells of chapters that are stored, and that none are left', async () => {
    const { meta } = await read(alice);
    const [chapters, path] = [[{ startTime: 0, title: 'Intro' }], `/api/v1/episodes/${seed.episodes['e1']}/chapters`];
    expect((await alice.put(path, { chapters })).status).toBe(201);
    const stored = {
      type: 'chapters.stored',
      podcast_id: seed.podcasts['tech'],
      data: { episode_id: seed.episodes['e1'], chapter_count: 1 },
    };
    const page = await read(alice, `?wait=30&after=${meta.next_cursor}`);
    expect(page.data).toMatchObject([stored]);
    expect((await alice.request('DELETE', path)).status).toBe(200);
    expect((await read(alice, `?wait=30&after=${page.meta.next_cursor}`)).data).toMatchObject([{ ...stored, data: { chapter_count: 0 } }]);
  });

  it('GET events narrows to types, given twice or separated by commas, and to a podcast', async () => {
    const types = (query: string) => read(alice, query).then(({ data }) => [...new Set(data.map(({ type }) => type))]);
    expect(await types('?types=transcript.stored,chapters.stored')).toEqual(['transcript.stored', 'chapters.stored']);
    expect(await types('?types=refetch.finished&types=token.created')).toEqual([]);
    expect(await types(`?podcast_id=${seed.podcasts['tech']}&types=transcript.stored`)).toEqual(['transcript.stored']);
  });

  it.each([
    ['?types=nothing', 422, 'invalid', 'alice'],
    ['?wait=31', 422, 'invalid', 'alice'],
    ['?after=nonsense', 422, 'invalid_cursor', 'alice'],
    ['?unknown=1', 422, 'unknown_parameter', 'alice'],
    ['', 403, 'permission_missing', 'blind'],
  ])('GET events answers %s with %d %s', async (query, status, code, token) => {
    const response = await new Client(baseUrl, seed.tokens[token]).request('GET', `/api/v1/events${query}`);
    expect([response.status, faults(response)[0]?.code]).toEqual([status, code]);
  });

  it('GET events hides another user’s podcast as everywhere: 403', async () => {
    const { status } = await alice.request('GET', `/api/v1/events?podcast_id=${seed.podcasts['later']}`);
    expect(status).toBe(403);
  });

  it('GET events takes a cursor for the filters alone that it was made with', async () => {
    const { meta } = await read(alice, '?types=transcript.stored');
    expect((await read(alice, `?types=transcript.stored&after=${meta.next_cursor}`)).data).toEqual([]);
    const others = ['', '&types=chapters.stored', `&types=transcript.stored&podcast_id=${seed.podcasts['tech']}`];
    for (const filter of others) {
      const refused = await alice.request('GET', `/api/v1/events?after=${meta.next_cursor}${filter}`);
      expect([filter, refused.status, faults(refused)[0]?.code]).toEqual([filter, 422, 'invalid_cursor']);
    }
  });

  it('GET events refuses the 21st waiting request of a user with 429 and Retry-After', async () => {
    const { meta } = await read(alice);
    const waiting = Array.from({ length: 21 }, () => alice.request('GET', `/api/v1/events?wait=30&after=${meta.next_cursor}`));
    const refused = await Promise.race(waiting);
    expect([refused.status, faults(refused)[0]?.code]).toEqual([429, 'too_many_waiting']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    await uploadTranscript(); // wakes the others
    expect((await Promise.all(waiting)).filter(({ status }) => status === 200)).toHaveLength(20);
  });
});
