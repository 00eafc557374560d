import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TokensService } from '@app/auth/services';
import { useDatabase } from '@app/database/testing';
import { EpisodesService, PodcastsService } from '@app/podcasts/services';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { demoEnvironment, DemoModule, demoPersistence } from './demo-services.ts';
import { loadDemo } from './load-demo.ts';

type Answer = {
  readonly loaded: boolean;
  readonly token: string;
  readonly read_only_token: string;
  readonly podcasts: Readonly<Record<string, string>>;
  readonly episodes: Readonly<Record<string, string>>;
};

describe('fixtures demo', () => {
  const test = useDatabase(demoPersistence);
  let app: INestApplicationContext;
  let both: Answer[];
  let answer: Answer;

  const fixturesDemo = async (file?: string) => (await loadDemo(app, file)) as Answer;
  const env = () => demoEnvironment({ NODE_ENV: 'test', DATABASE_URL: test.url, ENCRYPTION_KEY: randomBytes(32).toString('base64') });

  beforeAll(async () => {
    const options = { logger: false, abortOnError: false } as const;
    app = await NestFactory.createApplicationContext(DemoModule.for(env(), pino({ level: 'silent' })), options);
    both = await Promise.all([fixturesDemo(), fixturesDemo()]); // as two who start on one empty database do
    answer = both.find(({ loaded }) => loaded) ?? both[0]!;
  });
  afterAll(() => app.close());

  it('fixtures demo loads into an empty database, and once, also when two do it at the same moment', async () => {
    expect(both.map(({ loaded }) => loaded).sort()).toEqual([false, true]);
    for (const { token } of both) expect(await app.get(TokensService).livingBy(token)).not.toBeNull();
    const { podcasts, episodes } = answer;
    expect(await fixturesDemo()).toMatchObject({ loaded: false, podcasts, episodes });
  });

  it('fixtures demo gives its user tokens that work whenever it is asked, and the noted ones as long as they do', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'demo-tokens-')), 'tokens.json');
    const holder = async ({ token }: Answer) => app.get(TokensService).livingBy(token);
    const first = await fixturesDemo(file);
    expect((await holder(first))?.userId).toBe((await holder(answer))?.userId);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await fixturesDemo(file)).toEqual(first);

    await app.get(TokensService).end((await holder(first))?.id ?? '', null);
    const renewed = await fixturesDemo(file);
    expect([renewed.token === first.token, renewed.read_only_token]).toEqual([false, first.read_only_token]);
    expect((await holder(renewed))?.permissions).toEqual(['read', 'update', 'delete']);

    writeFileSync(file, '{"token":"of another cluster"'); // and half of it
    expect(await holder(await fixturesDemo(file))).not.toBeNull();
    rmSync(dirname(file), { recursive: true });
  });

  it('fixtures demo gives one user a token for everything and one for reading', async () => {
    const tokens = app.get(TokensService);
    const everything = await tokens.livingBy(answer.token);
    const readOnly = await tokens.livingBy(answer.read_only_token);
    expect(everything?.permissions).toEqual(['read', 'update', 'delete']);
    expect(readOnly?.permissions).toEqual(['read']);
    expect(readOnly?.userId).toBe(everything?.userId);
  });

  it('fixtures demo has podcasts whose ownership is confirmed, and another one', async () => {
    const caller = await app.get(TokensService).livingBy(answer.token);
    const owned = await app.get(PodcastsService).all(caller?.userId ?? '');
    const confirmed = owned.filter(({ ownershipConfirmedAt }) => ownershipConfirmedAt !== null);
    expect(confirmed.map(({ title }) => title)).toEqual(['Harbour Walls', 'The Kitchen Thermometer', 'Release Notes, Read Aloud']);
    expect(Object.keys(answer.podcasts)).toHaveLength(confirmed.length + 1);
  });

  it('fixtures demo has transcripts, chapters, word timings, and an episode that is being transcribed', async () => {
    const [counted] = await test.db.query<object[]>(`
      SELECT (SELECT count(*)::int FROM transcripts) AS transcripts,
             (SELECT count(DISTINCT episode_id)::int FROM chapters) AS with_chapters,
             (SELECT count(DISTINCT episode_id)::int FROM transcript_words) AS with_words,
             (SELECT min(segment_count) >= 20 AND max(segment_count) <= 60 FROM transcripts) AS of_some_length,
             (SELECT count(*)::int FROM transcript_versions) AS versions`);
    expect(counted).toEqual({ transcripts: 6, with_chapters: 7, with_words: 1, of_some_length: true, versions: 6 });
    const busy = await app.get(EpisodesService).transcription(answer.episodes['listening-to-the-sluice'] ?? '');
    expect(busy).toBe('transcribing');
  });

  it('fixtures demo has ninety days of downloads of one podcast', async () => {
    const [counted] = await test.db.query<[{ days: number }]>(
      'SELECT count(DISTINCT at::date)::int AS days FROM downloads JOIN episodes e ON e.id = episode_id WHERE e.podcast_id = $1',
      [answer.podcasts['harbour-walls']],
    );
    expect(counted.days).toBeGreaterThanOrEqual(90);
  });
});
