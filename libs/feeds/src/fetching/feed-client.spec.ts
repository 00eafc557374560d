import { Clock } from '@app/process';
import { ScriptedOutbound, type ScriptedAnswer } from '@app/process/testing';
import { describe, expect, it, jest } from '@jest/globals';
import { FeedClient } from './feed-client.js';

const HOST = 'feeds.example.com';
const NEVER = { validators: { etag: null, lastModified: null } };

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

  it('is where permanent redirects lead before any other', async () => {
    expect(await movedTo()).toBeNull();
    expect(await movedTo([301, '/1'])).toBe(`http://${HOST}/1`);
    expect(await movedTo([308, `https://${HOST}/1`], [301, '/2'])).toBe(`https://${HOST}/2`);
    expect(await movedTo([301, '/1'], [302, '/2'], [301, '/3'])).toBe(`http://${HOST}/1`);
    expect(await movedTo([307, '/1'], [301, '/2'])).toBeNull();
  });

  it('is told before it is asked, when it is another host', async () => {
    outbound.answer = moving([302, '/1'], [302, 'http://silent.example.com/']);
    const onHop = jest.fn((host: string) => Promise.reject(new Error(host)));
    await expect(client.fetch(`http://${HOST}/0`, { ...NEVER, onHop })).rejects.toThrow('silent.example.com');
  });
});

it.each([429, 503])('a host that answers %s says when it may be asked again', async (status) => {
  outbound.answer = () => ({ status, headers: { 'retry-after': '120' } });
  const before = Date.now();
  const error = await client.fetch(`http://${HOST}/`, NEVER).catch((caught: unknown) => caught);
  const { code, rest } = error as { code: string; rest: { host: string; until: Date } };
  expect([code, rest.host, Math.round((rest.until.getTime() - before) / 10_000)]).toEqual(['http_error', HOST, 12]);
});
