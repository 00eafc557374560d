import { randomBytes, randomUUID } from 'node:crypto';
import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { Precondition } from '@app/http';
import { useDatabase } from '@app/database/testing';
import { podcastsPersistence } from '@app/podcasts';
import { EpisodesService } from '@app/podcasts/services';
import { GatheredBytes } from '@app/process/gathered-bytes';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { transcriptsPersistence } from './persistence.js';
import { readTranscript } from './read-upload.js';
import { renderTranscript } from './threads/tasks.js';
import { TranscriptThreads } from './threads/transcript-threads.js';
import { TranscriptFiles } from './transcript-files.js';
import { etagOf } from './transcript-forms.js';
import { TranscriptVersionsController } from './transcript-versions.controller.js';
import { TranscriptsQueries } from './transcripts.queries.js';
import { outboxPersistence } from '@app/outbox';
import { aPublisher } from '@app/outbox/testing';
import { TranscriptsService } from './transcripts.service.js';

const test = useDatabase([authPersistence, podcastsPersistence, outboxPersistence, transcriptsPersistence]);
const threads = new TranscriptThreads(pino({ level: 'silent' }));
let queries: TranscriptsQueries;
let transcripts: TranscriptsService;
let episodes: EpisodesService;

beforeAll(() => {
  episodes = new EpisodesService(test.db);
  queries = new TranscriptsQueries(test.db);
  transcripts = new TranscriptsService(test.db, episodes, queries, threads, aPublisher());
});
afterAll(() => threads.onApplicationShutdown());

async function anEpisode(db: DataSource): Promise<string> {
  const [user, podcast, episode] = [newId(), newId(), newId()];
  await db.query('INSERT INTO users (id, name) VALUES ($1, $2)', [user, 'Alice']);
  await db.query('INSERT INTO podcasts (id, title, owner_id, quota_bearer_id) VALUES ($1, $2, $3, $3)', [podcast, 'Tech', user]);
  await db.query('INSERT INTO episodes (id, podcast_id, title) VALUES ($1, $2, $3)', [episode, podcast, 'One']);
  return episode;
}

function body(count: number, words: string): GatheredBytes {
  const cues = Array.from(
    { length: count },
    (_, index) =>
      `00:00:${String(index % 60).padStart(2, '0')}.${String(Math.floor(index / 60)).padStart(3, '0')} --> 10:00:00.000\n${words}\n\n`,
  );
  return bodyOf(`WEBVTT\n\n${cues.join('')}`);
}

function bodyOf(content: string): GatheredBytes {
  const json = Buffer.from(JSON.stringify({ content }));
  const bytes = new GatheredBytes(json.length);
  bytes.add(json);
  return bytes;
}

const upload = (episodeId: string, content: GatheredBytes) =>
  transcripts.upload(content, { episodeId, userId: 'alice', tokenId: null, dryRun: false });
type Segment = { readonly start: number; readonly end: number; readonly speaker: string | null; readonly text: string };
const stored = async (episode: string): Promise<Segment[]> => {
  const head = await transcripts.find(episode);
  if (!head) return [];
  const content = (await queries.content(head)) ?? [];
  // A thread would need the built file, which tests do without.
  const file = renderTranscript({ head, content, form: 'json' });
  return (JSON.parse(Buffer.from(file).toString()) as { data: { segments: Segment[] } }).data.segments;
};

describe('a stored transcript', () => {
  it('a stored transcript comes back from PostgreSQL as it was, whatever its characters and however late its times', async () => {
    const episode = await anEpisode(test.db);
    const words = "😀 語 \u0000 \\N \t “quoted” 'x' \ud800 end";
    const content = `WEBVTT\n\n00:00.000 --> 9999:59:59.999\n<v Zoë & Co>${words}\n\n00:01.000 --> 00:02.000\n\n`;
    await upload(episode, bodyOf(content));
    expect(await stored(episode)).toEqual([
      { start: 0, end: 35_999_999.999, speaker: 'Zoë & Co', text: words.replace('\0', '\ufffd').replace('\ud800', '\ufffd') },
      { start: 1, end: 2, speaker: null, text: '' },
    ]);
  });

  it('a stored transcript goes with its episode, and its versions do', async () => {
    const episode = await anEpisode(test.db);
    await upload(episode, body(3, 'x'));
    await test.db.query('DELETE FROM episodes WHERE id = $1', [episode]);
    for (const table of ['transcripts', 'transcript_versions'])
      expect(await test.db.query(`SELECT 1 FROM ${table} WHERE episode_id = $1`, [episode])).toEqual([]);
  });
});

describe('a transcript that the release before stored as rows', () => {
  const withRows = async (format: 'srt' | 'vtt') => {
    const episode = await anEpisode(test.db);
    await test.db.query(
      `INSERT INTO transcripts (episode_id, revision, format, segment_count, uploaded_at) VALUES ($1, $2, $3, 4500, '2026-01-02T03:04:05Z')`,
      [episode, randomUUID(), format],
    );
    await test.db.query(
      `INSERT INTO transcript_segments (episode_id, position, start_ms, end_ms, speaker, text)
       SELECT $1::uuid, n, n * 1000, n * 1000 + 500, CASE WHEN $2 = 'vtt' THEN 'Ann' END, 'words <i>' || n || '</i> &' FROM generate_series(0, 4499) n`,
      [episode, format],
    );
    return episode;
  };
  const speakers = { vtt: 'Ann', srt: null };

  it.each(['vtt', 'srt'] as const)('a transcript that the release before stored as rows as %s is read as it was', async (format) => {
    const segments = await stored(await withRows(format));
    expect(segments).toHaveLength(4500);
    expect(segments[4499]).toEqual({ start: 4499, end: 4499.5, speaker: speakers[format], text: 'words <i>4499</i> &' });
  });

  it('a transcript that the release before stored as rows is a version when it is replaced, and its rows are gone', async () => {
    const episode = await withRows('vtt');
    await upload(episode, body(1, 'after'));
    const versions = await transcripts.versions(episode, { most: 10 });
    expect(versions.map(({ number, segmentCount, current }) => [number, segmentCount, current])).toEqual([[2, 1, true], [1, 4500, false]]); // prettier-ignore
    expect(versions[1]?.uploadedAt).toEqual(new Date('2026-01-02T03:04:05Z'));
    expect(await test.db.query('SELECT 1 FROM transcript_segments WHERE episode_id = $1', [episode])).toEqual([]);
  });

  it('a transcript that the release before stored as rows is one version when many read it at once', async () => {
    const episode = await withRows('srt');
    await Promise.all(Array.from({ length: 8 }, () => transcripts.find(episode)));
    expect(await transcripts.versions(episode, { most: 10 })).toHaveLength(1);
  });
});

describe('an upload', () => {
  it('an upload of a transcript that fails in the middle leaves the transcript as it was', async () => {
    const episode = await anEpisode(test.db);
    await upload(episode, body(3, 'before'));
    const outcome = readTranscript('WEBVTT\n\n00:00.000 --> 00:01.000\nafter\n', 'vtt');
    const failing = test.db.transaction(async (tx) => {
      await transcripts.replace(tx, outcome, { episodeId: episode, tokenId: null });
      throw new Error('the database is gone');
    });
    await expect(failing).rejects.toThrow('gone');
    expect((await stored(episode)).map(({ text }) => text)).toEqual(['before', 'before', 'before']);
    expect(await upload(episode, body(1, 'after'))).toEqual({ created: false, segmentCount: 1 });
  });

  it('an upload of a transcript beside another ends as one of the two, and one alone creates', async () => {
    for (let round = 0; round < 25; round++) {
      const episode = await anEpisode(test.db);
      const results = await Promise.all([upload(episode, body(40, 'one')), upload(episode, body(70, 'two'))]);
      expect(results.map(({ created }) => created).sort()).toEqual([false, true]);
      const texts = (await stored(episode)).map(({ text }) => text);
      expect([Array(40).fill('one'), Array(70).fill('two')]).toContainEqual(texts);
    }
  });

  it('an upload of a transcript is never seen half by a reader', async () => {
    const episode = await anEpisode(test.db);
    await upload(episode, body(400, 'one'));
    let writing = true;
    const writer = (async () => {
      for (let round = 0; round < 20; round++) await upload(episode, round % 2 ? body(400, 'one') : body(300, 'two'));
    })().finally(() => (writing = false));
    const seen = new Set<string>();
    while (writing) {
      const segments = await stored(episode);
      seen.add(`${segments.length} ${[...new Set(segments.map(({ text }) => text))].join()}`);
    }
    await writer;
    for (const one of seen) expect(['400 one', '300 two']).toContain(one);
  });

  it('an upload of a transcript and the start of a transcription: one of them is first, and the other sees it', async () => {
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

  it('an upload of a transcript to an episode that has gone is 404', async () => {
    await expect(upload(randomUUID(), body(1, 'x'))).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('the versions of an episode', () => {
  const numbers = async (episode: string) =>
    (await transcripts.versions(episode, { most: 20 })).map(({ number, current }) => `${number}${current ? ' present' : ''}`);

  it('the versions of an episode are the last ten uploads, of which the latest is present (contract 5.7)', async () => {
    const episode = await anEpisode(test.db);
    for (let round = 0; round < 11; round++) await upload(episode, body(1, 'x'));
    expect(await numbers(episode)).toEqual(['11 present', '10', '9', '8', '7', '6', '5', '4', '3', '2']);
  });

  it.each([0, 1, 262_144, 600_000])(
    'the stored file of a version, here of %i bytes, is read in pieces of at most 256 kB',
    async (bytes) => {
      const episode = await anEpisode(test.db);
      await upload(episode, body(1, 'x'));
      const file = randomBytes(bytes);
      await test.db.query('UPDATE transcript_versions SET content = $2 WHERE episode_id = $1', [episode, file]);
      const pieces = (await queries.content(await transcripts.head(episode))) ?? [];
      expect(Buffer.concat(pieces).equals(file)).toBe(true);
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(262_144);
    },
  );

  it('the versions of an episode are not listed by the cursor of another episode', async () => {
    const controller = new TranscriptVersionsController(transcripts, new TranscriptFiles(transcripts));
    const listed = (id: string, after?: string) => controller.listTranscriptVersions({ id, durationSeconds: null }, { first: 1, after });
    const [episode, other] = [await anEpisode(test.db), await anEpisode(test.db)];
    for (const id of [episode, episode, other]) await upload(id, body(1, 'x'));
    const after = (await listed(episode)).meta.next_cursor ?? '';
    expect((await listed(episode, after)).data).toMatchObject([{ number: 1 }]);
    await expect(listed(other, after)).rejects.toMatchObject({ errors: [{ field: 'after', code: 'invalid_cursor' }] });
  });

  it('the versions of an episode stay when the transcript is removed, and none is present; the event names the removed one', async () => {
    const episode = await anEpisode(test.db);
    for (let round = 0; round < 2; round++) await upload(episode, body(3, 'x'));
    await test.db.query(`INSERT INTO transcript_words (episode_id, position, start_ms, end_ms, text) VALUES ($1, 0, 0, 1, 'x')`, [episode]);
    await transcripts.remove(episode);
    expect(await numbers(episode)).toEqual(['2', '1']);
    expect(await test.db.query('SELECT 1 FROM transcript_words WHERE episode_id = $1', [episode])).toEqual([]);
    const events = await test.db.query<object[]>(`SELECT body::json->'data' AS data FROM events WHERE type = 'transcript.deleted'`);
    expect(events).toEqual([{ data: { episode_id: episode, version: 2, segment_count: 3 } }]);
  });
});

describe('a change of the transcript', () => {
  it('a change of the transcript is refused while a transcription is at work, where there is a transcript', async () => {
    const [empty, full] = [await anEpisode(test.db), await anEpisode(test.db)];
    await upload(full, body(1, 'x'));
    const lock = (episode: string) =>
      test.db.transaction(async (tx) => {
        await episodes.setTranscription(tx, episode, 'transcribing');
        return transcripts.lock(tx, episode);
      });
    await expect(lock(full)).rejects.toMatchObject({ errors: [{ code: 'transcription_in_progress' }] });
    expect(await lock(empty)).toEqual({ etags: [] });
  });

  it('a change of the transcript that is only tried obeys If-Match, too', async () => {
    const episode = await anEpisode(test.db);
    await upload(episode, body(1, 'x'));
    const precondition = Precondition.of({ 'if-match': '"another"' });
    const tried = transcripts.upload(body(1, 'y'), { episodeId: episode, userId: 'alice', tokenId: null, dryRun: true, precondition });
    await expect(tried).rejects.toMatchObject({ errors: [{ code: 'precondition_failed' }] });
    const [etag] = (await test.db.transaction((tx) => transcripts.lock(tx, episode))).etags;
    const present = Precondition.of({ 'if-match': etag });
    const request = { episodeId: episode, userId: 'alice', tokenId: null, dryRun: true, precondition: present };
    expect(await transcripts.upload(body(2, 'y'), request)).toEqual({ created: false, segmentCount: 2 });
    expect(await stored(episode)).toHaveLength(1);
  });

  it.each(['json', 'vtt', 'srt'] as const)('a change of the transcript takes the ETag with which it was read as %s', async (form) => {
    const episode = await anEpisode(test.db);
    await upload(episode, body(1, 'x'));
    const precondition = Precondition.of({ 'if-match': etagOf(await transcripts.head(episode), form) });
    await transcripts.remove(episode, precondition);
    expect(await transcripts.find(episode)).toBeUndefined();
  });

  it('a change of the transcript moves uploaded_at, ends word-level timings, and is told of unless it is a fixture', async () => {
    const episode = await anEpisode(test.db);
    const change = (tokenId: string | null) =>
      transcripts.upload(body(1, 'x'), { episodeId: episode, userId: 'alice', tokenId, dryRun: false });
    await change(null);
    await test.db.query(`UPDATE transcripts SET uploaded_at = '2026-01-01' WHERE episode_id = $1`, [episode]);
    const addWord = () =>
      test.db.query(`INSERT INTO transcript_words (episode_id, position, start_ms, end_ms, text) VALUES ($1, 0, 0, 1, 'x')`, [episode]);
    await addWord();
    const heads = [await transcripts.head(episode)];
    await change(newId());
    heads.push(await transcripts.head(episode));
    await addWord(); // of the present version
    heads.push(await transcripts.head(episode), await transcripts.head(episode, 1));
    expect(heads.map(({ number, wordLevel }) => [number, wordLevel])).toEqual([
      [1, true],
      [2, false],
      [2, true],
      [1, false],
    ]);
    const [row] = await test.db.query<object[]>(
      `SELECT uploaded_at > '2026-01-02' AS moved, (SELECT array_agg(body::json #>> '{data,version}') FROM events e
               WHERE e.body::json #>> '{data,episode_id}' = t.episode_id::text) AS told FROM transcripts t WHERE episode_id = $1`,
      [episode],
    );
    expect(row).toEqual({ moved: true, told: ['2'] });
  });

  it('a change of the transcript moves every word, those at the edges of batches, too, and removes those that are cut', async () => {
    const episode = await anEpisode(test.db);
    await test.db.query(
      `INSERT INTO transcript_words (episode_id, position, start_ms, end_ms, text) SELECT $1, n, n, n + 1, 'x' FROM generate_series(0, 4000) n`,
      [episode],
    );
    await test.db.transaction((tx) =>
      queries.moveWords(tx, episode, (words) =>
        words
          .filter(({ position }) => position % 2000 !== 0)
          .map(({ position, startMs, endMs }) => ({ position, startMs: startMs + 10_000, endMs: endMs + 10_000 })),
      ),
    );
    const [first] = await test.db.query<object[]>(
      'SELECT min(start_ms)::int AS earliest, count(*)::int AS words FROM transcript_words WHERE episode_id = $1',
      [episode],
    );
    expect(first).toEqual({ earliest: 10_001, words: 3998 });
  });
});
