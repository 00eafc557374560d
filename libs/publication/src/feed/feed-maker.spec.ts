import type { FeedSourcesQueries } from '@app/feeds';
import { until } from '@app/process/testing';
import { expect, it } from '@jest/globals';
import { FeedMaker } from './feed-maker.js';
import type { PublishedFeedsQueries } from './published-feeds.queries.js';

it('public feeds of one user are made one after the other, and that of another user beside them (contract 2.12)', async () => {
  const begun: string[] = [];
  const source = Promise.withResolvers<undefined>();
  const of = (podcast: string) => {
    begun.push(podcast);
    return source.promise;
  };
  const queries = { made: () => Promise.resolve(null) } as unknown as PublishedFeedsQueries;
  const maker = new FeedMaker(queries, { of } as unknown as FeedSourcesQueries);
  const make = (podcast: string, ownerId: string) =>
    maker.make(podcast, { version: '1', origin: 'http://o.example', countDownloads: false, language: null, ownerId });
  const made = [make('first', 'alice'), make('second', 'alice'), make('other', 'bob')];
  const results = Promise.allSettled(made);
  await until(() => begun.length === 2);
  expect(begun).toEqual(['first', 'other']);
  source.resolve(undefined); // no feed has been fetched yet
  await results;
  expect(begun).toEqual(['first', 'other', 'second']);
});
