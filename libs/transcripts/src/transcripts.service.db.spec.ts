import { randomUUID } from 'node:crypto';
import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { until } from '@app/process/testing';
import { EpisodesService, podcastsPersistence } from '@app/podcasts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { transcriptsPersistence } from './persistence.js';
import { readTranscript, readUpload } from './upload/read-upload.js';
import { TranscriptsQueries } from './transcripts.queries.js';
import { LARGE_STORES, TranscriptsService } from './transcripts.service.js';
import { CONCURRENCY, UploadReader } from './upload/upload-reader.js';

const test = useDatabase([authPersistence, podcastsPersistence, transcriptsPersistence]);
const log = pino({ level: 'silent' });
const reader = new UploadReader(log);
let transcripts: TranscriptsService;
let episodes: EpisodesService;

beforeAll(() => {
  episodes = new EpisodesService(test.db);
  transcripts = new TranscriptsService(test.db, episodes, new TranscriptsQueries(test.db), reader);
});
afterAll(() => reader.onApplicationShutdown());

async function anEpisode(db: DataSource): Promise<string> {
  const [user, podcast, episode] = [newId(), newId(), newId()];
  await db.query('INSERT INTO users (id, name) VALUES ($1, $2)', [user, 'Alice']);
  await db.query('INSERT INTO podcasts (id, title, owner_id, quota_bearer_id) VALUES ($1, $2, $3, $3)', [podcast, 'Tech', user]);
  await db.query('INSERT INTO episodes (id, podcast_id, title) VALUES ($1, $2, $3)', [episode, podcast, 'One']);
  return episode;
}

function body(count: number, words: string): Uint8Array<ArrayBuffer> {
  const cues = Array.from(
    { length: count },
    (_, index) =>
      `00:00:${String(index % 60).padStart(2, '0')}.${String(Math.floor(index / 60)).padStart(3, '0')} --> 10:00:00.000\n${words}\n\n`,
  );
  return new TextEncoder().encode(JSON.stringify({ content: `WEBVTT\n\n${cues.join('')}` }));
}

const upload = (episodeId: string, content: Uint8Array<ArrayBuffer>) => transcripts.upload(content, { episodeId, userId: 'alice' });

const stored = (episode: string) =>
  test.db.query<{ text: string; start_ms: string; end_ms: string; speaker: string | null }[]>(
    'SELECT * FROM transcript_segments WHERE episode_id = $1 ORDER BY position',
    [episode],
  );

it('reading fails when the connection is lost in the middle, and the next one works', async () => {
  const episode = await anEpisode(test.db);
  await upload(episode, body(1, 'words'));
  await test.db.query(
    `INSERT INTO transcript_segments (episode_id, position, start_ms, end_ms, text) SELECT $1::uuid, n, n, n + 1, 'words' FROM generate_series(1, 9999) n`,
    [episode],
  );
  const queries = new TranscriptsQueries(test.db);
  let subtitles = 0;
  let killed: Promise<unknown[]> | undefined;
  const collect = { add: (batch: readonly unknown[]) => void (subtitles += batch.length) };
  const broken = queries.read(episode, () => {
    killed ??= test.db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%JOIN transcript_segments%'`,
    );
    // Slow enough for it to happen between two batches.
    return { add: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20) };
  });
  await expect(broken).rejects.toThrow();
  expect(await killed).toHaveLength(1);
  await queries.read(episode, () => collect);
  expect(subtitles).toBe(10_000);
});

describe('a stored transcript', () => {
  it('comes back from PostgreSQL as it was, whatever its characters and however late its times', async () => {
    const episode = await anEpisode(test.db);
    const words = "😀 語 \u0000 \\N \t “quoted” 'x' \ud800 end";
    const content = `WEBVTT\n\n00:00.000 --> 9999:59:59.999\n<v Zoë & Co>${words}\n\n00:01.000 --> 00:02.000\n\n`;
    await upload(episode, new TextEncoder().encode(JSON.stringify({ content })));
    expect(await stored(episode)).toEqual([
      expect.objectContaining({
        start_ms: '0',
        end_ms: '35999999999',
        speaker: 'Zoë & Co',
        text: words.replace('\0', '\ufffd').replace('\ud800', '\ufffd'),
      }),
      expect.objectContaining({ start_ms: '1000', end_ms: '2000', speaker: null, text: '' }),
    ]);
  });

  it('goes with its episode', async () => {
    const episode = await anEpisode(test.db);
    await upload(episode, body(3, 'x'));
    await test.db.query('DELETE FROM episodes WHERE id = $1', [episode]);
    expect(await stored(episode)).toEqual([]);
    expect(await test.db.query('SELECT 1 FROM transcripts WHERE episode_id = $1', [episode])).toEqual([]);
  });
});

describe('an upload', () => {
  it('that fails in the middle leaves the transcript as it was', async () => {
    const episode = await anEpisode(test.db);
    await upload(episode, body(3, 'before'));
    const outcome = readTranscript('WEBVTT\n\n00:00.000 --> 00:01.000\nafter\n', 'vtt', episode);
    if (!outcome.ok) throw new Error('it is valid');
    const cut = { ...outcome, rows: outcome.rows.slice(0, -10) };
    await expect(test.db.transaction((tx) => transcripts.replace(tx, episode, cut))).rejects.toThrow();
    expect((await stored(episode)).map(({ text }) => text)).toEqual(['before', 'before', 'before']);
    expect(await upload(episode, body(1, 'after'))).toEqual({ created: false, segmentCount: 1 });
  });

  it('beside another ends as one of the two, and one alone creates', async () => {
    for (let round = 0; round < 25; round++) {
      const episode = await anEpisode(test.db);
      const results = await Promise.all([upload(episode, body(40, 'one')), upload(episode, body(70, 'two'))]);
      expect(results.map(({ created }) => created).sort()).toEqual([false, true]);
      const texts = (await stored(episode)).map(({ text }) => text);
      expect([Array(40).fill('one'), Array(70).fill('two')]).toContainEqual(texts);
    }
  });

  it('is never seen half by a reader', async () => {
    const episode = await anEpisode(test.db);
    await upload(episode, body(400, 'one'));
    let writing = true;
    const writer = (async () => {
      for (let round = 0; round < 20; round++) await upload(episode, round % 2 ? body(400, 'one') : body(300, 'two'));
    })().finally(() => (writing = false));
    const seen = new Set<string>();
    while (writing) {
      const file = await transcripts.render(episode, 'application/json', () => false);
      const { data } = JSON.parse(Buffer.concat([...(file.chunks ?? [])]).toString()) as { data: { segments: { text: string }[] } };
      seen.add(`${data.segments.length} ${[...new Set(data.segments.map(({ text }) => text))].join()}`);
    }
    await writer;
    for (const one of seen) expect(['400 one', '300 two']).toContain(one);
  });

  it('and the start of a transcription: one of them is first, and the other sees it', async () => {
    for (let round = 0; round < 25; round++) {
      const episode = await anEpisode(test.db);
      const [outcome] = await Promise.allSettled([
        upload(episode, body(60, 'words')),
        test.db.transaction((tx) => episodes.setTranscription(tx, episode, 'transcribing')),
      ]);
      const rows = await stored(episode);
      if (outcome.status === 'fulfilled') expect(rows).toHaveLength(60);
      else {
        expect(outcome.reason).toMatchObject({ kind: 'invalid', errors: [{ code: 'transcription_in_progress' }] });
        expect(rows).toHaveLength(0);
      }
      expect(await episodes.transcription(episode)).toBe('transcribing');
    }
  });

  it('that is large waits while as many others are stored as there may be, and a small one does not', async () => {
    const [large, small] = [await anEpisode(test.db), await anEpisode(test.db)];
    const others = await Promise.all(Array.from({ length: CONCURRENCY }, (_, number) => LARGE_STORES.acquire(`other ${number}`)));
    // Its thread runs the built file, which a test does without.
    const inline = Object.assign(new UploadReader(log), {
      read: (bytes: Uint8Array<ArrayBuffer>) => Promise.resolve(readUpload(bytes, large)),
    });
    const service = new TranscriptsService(test.db, episodes, new TranscriptsQueries(test.db), inline);
    const uploading = service.upload(body(600, 'x'.repeat(2000)), { episodeId: large, userId: 'alice' });
    await until(() => LARGE_STORES.size === CONCURRENCY + 1);
    expect(await upload(small, body(1, 'small'))).toEqual({ created: true, segmentCount: 1 });
    expect(await stored(large)).toEqual([]);
    others.forEach((release) => release());
    expect(await uploading).toEqual({ created: true, segmentCount: 600 });
    expect(LARGE_STORES.size).toBe(0);
  });

  it('to an episode that has gone is 404', async () => {
    await expect(upload(randomUUID(), body(1, 'x'))).rejects.toMatchObject({ kind: 'not_found' });
  });
});
