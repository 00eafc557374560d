import { Clock } from '@app/process';
import { ScriptedOutbound, type ScriptedAnswer } from '@app/process/testing';
import { describe, expect, it, jest } from '@jest/globals';
import { FeedClient, NO_VALIDATORS } from './feed-client.js';

const HOST = 'feeds.example.com';
const NEVER = { validators: NO_VALIDATORS };

const outbound = new ScriptedOutbound();
const client = new FeedClient(outbound, new Clock());

describe('where a feed has moved', () => {
  const moving =
    (...hops: [number, string][]) =>
    ({ pathname }: URL): ScriptedAnswer => {
      const [status, location] = hops[Number(pathname.slice(1))] ?? [];
      return status === undefined ? { body: 'feed' } : { status, headers: { location } };
    };
  const movedTo = async (...hops: [number, string][]) => {
    outbound.answer = moving(...hops);
    const feed = await client.fetch(`http://${HOST}/0`, NEVER);
    feed.discard();
    return feed.movedTo;
  };

  it('the address to which a feed has moved is where permanent redirects lead before any other', async () => {
    expect(await movedTo()).toBeNull();
    expect(await movedTo([301, '/1'])).toBe(`http://${HOST}/1`);
    expect(await movedTo([308, `https://${HOST}/1`], [301, '/2'])).toBe(`https://${HOST}/2`);
    expect(await movedTo([301, '/1'], [302, '/2'], [301, '/3'])).toBe(`http://${HOST}/1`);
    expect(await movedTo([307, '/1'], [301, '/2'])).toBeNull();
  });

  it('the address to which a feed has moved is followed five times and no further (contract 10.2)', async () => {
    const hops = (count: number) => Array.from({ length: count }, (_, at): [number, string] => [302, `/${at + 1}`]);
    expect(await movedTo(...hops(5))).toBeNull();
    await expect(movedTo(...hops(6))).rejects.toMatchObject({ code: 'too_many_redirects', httpStatus: 302 });
  });

  it('the address to which a feed has moved is told before it is asked, when it is another host', async () => {
    outbound.answer = moving([302, '/1'], [302, 'http://silent.example.com/']);
    const onHop = jest.fn((host: string) => Promise.reject(new Error(host)));
    await expect(client.fetch(`http://${HOST}/0`, { ...NEVER, onHop })).rejects.toThrow('silent.example.com');
  });
});

describe('validators of a version of the feed', () => {
  const conditions: [string, unknown][] = [];
  const fetchWith = async (url: string, sender: string) => {
    conditions.length = 0;
    outbound.answer = ({ pathname, href }, { headers }): ScriptedAnswer => {
      conditions.push([href, headers?.['If-None-Match'] ?? headers?.['If-Modified-Since']]);
      return pathname === '/old' ? { status: 302, headers: { location: '/new' } } : { body: 'feed', headers: { etag: '"2"' } };
    };
    const feed = await client.fetch(url, { validators: { url: sender, etag: '"1"', lastModified: null } });
    feed.discard();
    return feed.validators;
  };

  it('validators of a feed are sent to the URL that sent them alone', async () => {
    await fetchWith(`http://${HOST}/old`, `http://${HOST}/new`);
    expect(conditions).toEqual([[`http://${HOST}/old`, undefined], [`http://${HOST}/new`, '"1"']]); // prettier-ignore
    await fetchWith(`http://${HOST}/old`, `http://${HOST}/old`);
    expect(conditions).toEqual([[`http://${HOST}/old`, '"1"'], [`http://${HOST}/new`, undefined]]); // prettier-ignore
    await fetchWith(`http://${HOST}/other`, `http://${HOST}/old`);
    expect(conditions).toEqual([[`http://${HOST}/other`, undefined]]);
  });

  it('validators of a feed are those of the URL that answered', async () => {
    expect(await fetchWith(`http://${HOST}/old`, '')).toEqual({ url: `http://${HOST}/new`, etag: '"2"', lastModified: null });
  });

  it('validators of a feed are needed for 304', async () => {
    outbound.answer = () => ({ status: 304 });
    const fetching = client.fetch(`http://${HOST}/`, { validators: { url: `http://${HOST}/old`, etag: '"1"', lastModified: null } });
    await expect(fetching).rejects.toMatchObject({ code: 'http_error' });
  });
});

it.each([
  ['which it redirects to', `http://${HOST}/old`],
  ['which is its URL', `https://public.example/f/01a1b2c3-0000-7000-8000-000000000001`],
])('a public feed of this service is not read as a source: %s', async (_, url) => {
  outbound.answer = ({ pathname }) => (pathname === '/old' ? { status: 301, headers: { location: 'https://public.example/f/01a1b2c3-0000-7000-8000-000000000001' } } : { body: 'feed' }); // prettier-ignore
  const isOurs = (id: string) => Promise.resolve(id === '01a1b2c3-0000-7000-8000-000000000001');
  await expect(client.fetch(url, { ...NEVER, isOurs })).rejects.toMatchObject({ code: 'own_feed' });
  const another = await client.fetch(url, { ...NEVER, isOurs: () => Promise.resolve(false) });
  another.discard();
});

it.each([429, 503])('a host that answers %s says when it may be asked again', async (status) => {
  outbound.answer = () => ({ status, headers: { 'retry-after': '120' } });
  const before = Date.now();
  const error = await client.fetch(`http://${HOST}/`, NEVER).catch((caught: unknown) => caught);
  const { code, rest } = error as { code: string; rest: { host: string; until: Date } };
  expect([code, rest.host, Math.round((rest.until.getTime() - before) / 10_000)]).toEqual(['http_error', HOST, 12]);
});
