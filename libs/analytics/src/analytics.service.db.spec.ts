import { authPersistence } from '@app/auth';
import { readsOn, useDatabase } from '@app/database/testing';
import { downloadsPersistence } from '@app/downloads';
import { aPodcast, insertDownloads } from '@app/downloads/testing';
import { podcastsPersistence } from '@app/podcasts';
import { Clock } from '@app/process';
import { expect, it } from '@jest/globals';
import { AnalyticsQueries } from './analytics.queries.js';
import { AnalyticsService } from './analytics.service.js';
import { analyticsPersistence } from './persistence.js';
import { RolledUpFigures } from './rolled-up-figures.js';

const test = useDatabase([authPersistence, podcastsPersistence, downloadsPersistence, analyticsPersistence]);

it('a cursor of figures belongs to its podcast, episode, range and time zone', async () => {
  const [{ id, episodes }, other] = [await aPodcast(test.db, 'One', 'Two'), await aPodcast(test.db, 'Three')];
  const at = new Date('2026-06-10T12:00:00Z');
  await insertDownloads(test.db, episodes.map((episodeId) => ({ episodeId, at, listener: 'a' }))); // prettier-ignore
  const queries = new AnalyticsQueries(readsOn(test.db));
  const service = new AnalyticsService(queries, new RolledUpFigures(queries), new Clock());
  const query = { from: '2026-06-01', to: '2026-06-30', timezone: 'UTC', first: 1 };
  const { meta } = await service.list(id, query);
  const after = meta.next_cursor ?? '';
  expect((await service.list(id, { ...query, after })).data).toMatchObject([{ episode_id: [...episodes].sort()[1] }]);
  for (const [podcast, changed] of [
    [other.id, {}],
    [id, { episode_id: episodes[0] ?? '' }],
    [id, { from: '2026-06-02' }],
    [id, { to: '2026-06-29' }],
    [id, { timezone: 'Europe/Berlin' }],
  ] as const) {
    await expect(service.list(podcast, { ...query, ...changed, after })).rejects.toMatchObject({ errors: [{ code: 'invalid_cursor' }] });
  }
});
