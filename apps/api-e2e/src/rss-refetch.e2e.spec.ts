import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, faults, type Answer, type Json } from './client.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';

let stack: CallersStack;
let seed: Loaded;
let alice: Client;

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
  alice = new Client((await stack.api()).baseUrl, seed.tokens['alice']);
}); // prettier-ignore
afterAll(() => stack.destroy());

const pathOf = (key: string) => `/api/v1/podcasts/${seed.podcasts[key] ?? key}/rss-refetch`;
const ask = (key: string, token: string | undefined): Promise<Answer> => alice.request('POST', pathOf(key), { token });
const latest = async (key: string): Promise<Json> => (await alice.get(pathOf(key))).json.data;
const code = (answer: Answer) => [answer.status, faults(answer)[0]?.code];

describe('a refetch (decisions 10)', () => {
  it('is null before the first', async () => expect(await latest('none')).toBeNull());
});

describe('asking for a refetch', () => {
  it.each([
    ['a podcast without a feed', 'none', 'alice', [422, 'no_external_feed']],
    ['no podcast', 'x', 'alice', [404, 'not_found']],
    ['no podcast', '00000000-0000-7000-8000-000000000000', 'alice', [404, 'not_found']],
    ['an unconfirmed podcast', 'unconfirmed', 'alice', [403, 'ownership_not_confirmed']],
    ['somebody else’s podcast', 'main', 'bob', [403, 'not_owner']],
    ['without the permission', 'main', 'read', [403, 'permission_missing']],
  ])('for %s is refused', async (_, key, token, expected) => expect(code(await ask(key, seed.tokens[token]))).toEqual(expected));
});
