import { createClient, type Client as ApiClient } from '@app/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, faults } from './client.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';

const TITLES = Array.from({ length: 120 }, (_, index) => `Podcast ${String(index).padStart(3, '0')}`);

let stack: CallersStack;
let seed: Loaded;
let alice: Client;
let bob: Client;
let as: (user: string) => ApiClient;

beforeAll(async () => {
  stack = await Stack.forCallers();
  const of = (owner: string) => (title: string, index: number) => ({ key: `${owner}-${index}`, title, owner, ownership_confirmed: true });
  seed = await stack.load({
    users: ['alice', 'bob', 'carol'].map((key) => ({ key, name: key, tokens: [{ key, permissions: [] }] })),
    podcasts: [
      ...TITLES.map(of('alice')),
      ...TITLES.slice(0, 3).map(of('bob')),
      { key: 'unconfirmed', title: 'Unconfirmed', owner: 'alice' },
    ],
  });
  const { baseUrl } = stack;
  alice = new Client(baseUrl, seed.tokens['alice']);
  bob = new Client(baseUrl, seed.tokens['bob']);
  as = (user) => createClient({ baseUrl, token: seed.tokens[user] ?? '' });
});
afterAll(() => stack.destroy());

type Listed = { readonly data: readonly { readonly title: string }[] };
const titles = ({ data }: Listed) => data.map(({ title }) => title);
const list = async (user: string, query: { first?: number } = {}) => (await as(user).GET('/api/v1/podcasts', { params: { query } })).data;

describe('GET /podcasts (contract 4.1)', () => {
  it('GET /podcasts lists the confirmed podcasts of the caller, in order of creation, 50 a page', async () => {
    const page = await list('alice');
    expect(titles(page)).toEqual(TITLES.slice(0, 50));
    expect(page.meta).toEqual({ has_more: true, next_cursor: expect.any(String) });
  });

  it('GET /podcasts shows id and title alone', async () => {
    expect((await list('bob', { first: 1 })).data).toEqual([{ id: seed.podcasts['bob-0'], title: 'Podcast 000' }]);
  });

  it('GET /podcasts is empty for a caller without podcasts', async () => {
    expect(await list('carol')).toEqual({ data: [], meta: { has_more: false, next_cursor: null } });
  });

  it('GET /podcasts lists a podcast once its ownership is confirmed', async () => {
    const { id } = await stack.admin<{ id: string }>('podcast', 'create', '--title', 'New', '--owner', seed.users['carol']!);
    expect(titles(await list('carol'))).toEqual([]);
    await stack.admin('podcast', 'confirm-ownership', id);
    expect(titles(await list('carol'))).toEqual(['New']);
  });
});

describe('paging (contract 2.3)', () => {
  it.each([1, 7, 60, 100])('a list in pages of %i gives every item once', async (first) => {
    const pages = [];
    for await (const page of as('alice').pages('/api/v1/podcasts', { params: { query: { first } } })) pages.push(page);
    expect(pages.flatMap(titles)).toEqual(TITLES);
    expect(pages.at(-1)?.meta).toEqual({ has_more: false, next_cursor: null });
  });

  it('a list stays right while rows come and go', async () => {
    const all = seed.podcasts;
    const found: string[] = [];
    for await (const page of as('alice').pages('/api/v1/podcasts', { params: { query: { first: 50 } } })) {
      found.push(...titles(page));
      // The last one of the page that was read goes, and so does one that is still to come.
      const going = [all[`alice-${found.length - 1}`], all['alice-110']];
      if (page.meta.has_more) await stack.query('UPDATE podcasts SET ownership_confirmed_at = NULL WHERE id = ANY($1)', [going]);
    }
    expect(found).toEqual(TITLES.filter((_, index) => index !== 110));
    await stack.query('UPDATE podcasts SET ownership_confirmed_at = now() WHERE owner_id = $1 AND title <> $2', [
      seed.users['alice'],
      'Unconfirmed',
    ]);
  });

  it.each(['0', '101', '-1', '1.5', '1e1', 'ten', '', '%20 5', '0x10', '999999999999'])('a list refuses first=%s', async (first) => {
    const answer = await alice.get(`/api/v1/podcasts?first=${first}`);
    expect(answer.status).toBe(422);
    expect(faults(answer)).toEqual([{ field: 'first', code: 'invalid' }]);
  });

  it('a list refuses a parameter that is given twice', async () => {
    expect((await alice.get('/api/v1/podcasts?first=1&first=2')).status).toBe(422);
    expect((await alice.get('/api/v1/podcasts?after=a&after=b')).status).toBe(422);
  });

  it('a list refuses what is no cursor of its own', async () => {
    const cursor = (await list('alice', { first: 1 })).meta.next_cursor ?? '';
    const changed = cursor.slice(0, -2) + (cursor.endsWith('AA') ? 'BB' : 'AA');
    for (const after of ['', 'x', '%00', seed.podcasts['alice-1']!, changed, `${cursor}A`, `${cursor}=`, 'A'.repeat(10_000)]) {
      const answer = await alice.get(`/api/v1/podcasts?after=${encodeURIComponent(after)}`);
      expect(answer.status).toBe(422);
      expect(faults(answer)[0]?.field).toBe('after');
    }
    expect((await bob.get(`/api/v1/podcasts?after=${cursor}`)).status).toBe(422);
  });
});
