import { createClient } from '@app/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Stack, type CallersStack, type Loaded } from './stack.js';

let stack: CallersStack;
let seed: Loaded;
let baseUrl: string;

beforeAll(async () => {
  stack = await Stack.forCallers();
  const permissions = ['read', 'update', 'delete'];
  const feed_url = 'http://feeds.example.com/main';
  seed = await stack.load({
    users: [
      { key: 'alice', name: 'Alice', tokens: [{ key: 'alice', permissions }, { key: 'read', permissions: ['read'] }] },
      { key: 'bob', name: 'Bob', tokens: [{ key: 'bob', permissions }] },
    ],
    podcasts: [
      { key: 'main', title: 'Main', owner: 'alice', ownership_confirmed: true, feed_url },
      { key: 'none', title: 'Without a feed', owner: 'alice', ownership_confirmed: true },
      { key: 'unconfirmed', title: 'Unconfirmed', owner: 'alice', feed_url },
    ],
  });
  ({ baseUrl } = stack);
}); // prettier-ignore
afterAll(() => stack.destroy());

const PATH = '/api/v1/podcasts/{podcast}/rss-refetch';
const clientOf = (token: string) => createClient({ baseUrl, token: seed.tokens[token] ?? '' });
const of = (key: string) => ({ params: { path: { podcast: seed.podcasts[key] ?? key } } });

describe('a refetch (contract 10.1)', () => {
  it('the refetch of a podcast is null before the first', async () =>
    expect((await clientOf('alice').GET(PATH, of('none'))).data.data).toBeNull());
});

describe('asking for a refetch', () => {
  it.each([
    ['a podcast without a feed', 'none', 'alice', 422, 'no_external_feed'],
    ['no podcast', 'x', 'alice', 404, 'not_found'],
    ['no podcast', '00000000-0000-7000-8000-000000000000', 'alice', 404, 'not_found'],
    ['an unconfirmed podcast', 'unconfirmed', 'alice', 403, 'ownership_not_confirmed'],
    ['somebody else’s podcast', 'main', 'bob', 403, 'not_owner'],
    ['without the permission', 'main', 'read', 403, 'permission_missing'],
  ])('asking for a refetch for %s is refused', async (_, key, token, status, code) => {
    const refused = { status, errors: [expect.objectContaining({ code })] };
    await expect(clientOf(token).POST(PATH, of(key))).rejects.toMatchObject(refused);
  });
});
