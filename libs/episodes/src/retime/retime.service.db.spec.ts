import { authPersistence } from '@app/auth';
import { chaptersPersistence, ChaptersService, etagsOf } from '@app/chapters';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { Precondition } from '@app/http';
import { podcastsPersistence } from '@app/podcasts';
import { EpisodesService } from '@app/podcasts/services';
import { until } from '@app/process/testing';
import { readTranscript, transcriptsPersistence, type TranscriptsService } from '@app/transcripts';
import { transcriptsOn } from '@app/transcripts/testing';
import { uploadsPersistence } from '@app/uploads';
import { videoStocksPersistence } from '@app/video-stocks';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { episodesPersistence } from '../persistence.js';
import { RetimeService, type RetimeRequest } from './retime.service.js';

const test = useDatabase([
  authPersistence,
  podcastsPersistence,
  transcriptsPersistence,
  chaptersPersistence,
  uploadsPersistence,
  videoStocksPersistence,
  episodesPersistence,
]);
const userId = newId();
const EDITS = [{ at: 0, insert: 30 }];
let transcripts: TranscriptsService;
let chapters: ChaptersService;
let service: RetimeService;

beforeAll(async () => {
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice')`, [userId]);
  transcripts = transcriptsOn(test.db);
  chapters = new ChaptersService(test.db, new EpisodesService(test.db));
  service = new RetimeService(test.db, transcripts, chapters);
});

/** A transcript of subtitles that begin at these seconds. */
const from = (...starts: readonly number[]) =>
  readTranscript(`WEBVTT\n\n${starts.map((start) => `00:0${start}.000 --> 00:0${start}.500\nwords\n\n`).join('')}`, 'vtt');
const chapter = (startTime: number) => ({ startTime, endTime: null, title: 'T', summary: null, url: null, img: null, toc: null });

/** An episode with a transcript, unless it is to have none, and a chapter that begins at 1 s. */
async function anEpisode({ hasTranscript = true } = {}): Promise<string> {
  const [podcast, episodeId] = [newId(), newId()];
  await test.db.query(`INSERT INTO podcasts (id, title, owner_id, quota_bearer_id) VALUES ($1, 'P', $2, $2)`, [podcast, userId]);
  await test.db.query(`INSERT INTO episodes (id, podcast_id, title) VALUES ($1, $2, 'E')`, [episodeId, podcast]);
  if (hasTranscript) await test.db.transaction((tx) => transcripts.replace(tx, from(1), { episodeId, tokenId: null }));
  await chapters.replace(episodeId, [chapter(1)]);
  return episodeId;
}

const retime = (episodeId: string, over: Partial<RetimeRequest> = {}) =>
  service.retime({ episodeId, edits: EDITS, userId, tokenId: newId(), precondition: Precondition.none, dryRun: false, ...over });

/** When subtitles and chapters begin. */
async function starts(episodeId: string) {
  const file = await transcripts.render(await transcripts.head(episodeId), 'json', { key: userId });
  const { segments } = (JSON.parse(Buffer.from(file).toString()) as { data: { segments: { start: number }[] } }).data;
  return { subtitles: segments.map(({ start }) => start), chapters: (await chapters.find(episodeId)).map(({ startTime }) => startTime) };
}

const etagOfTranscript = async (id: string) => (await test.db.transaction((tx) => transcripts.lock(tx, id))).etags[0];
const etagOfChapters = async (id: string) => etagsOf(await chapters.find(id))[0];
const ifMatch = (etag: string | undefined) => ({ precondition: Precondition.of({ 'if-match': etag }) });

const refused = { errors: [expect.objectContaining({ code: 'precondition_failed' })] };

describe('retiming an episode (contract 5.8)', () => {
  it('retiming an episode moves transcript and chapters together', async () => {
    const id = await anEpisode();
    expect(await retime(id)).toEqual({ segmentCount: 1, segmentsRemoved: 0, chapterCount: 1, chaptersRemoved: 0 });
    expect(await starts(id)).toEqual({ subtitles: [31], chapters: [31] });
  });

  it('retiming an episode moves neither in a dry run', async () => {
    const id = await anEpisode();
    expect(await retime(id, { dryRun: true })).toMatchObject({ segmentCount: 1, chapterCount: 1 });
    expect(await starts(id)).toEqual({ subtitles: [1], chapters: [1] });
  });

  it('retiming an episode moves the transcript that has replaced another one while that was read', async () => {
    const id = await anEpisode();
    const waits = async () =>
      (await test.db.query<unknown[]>(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)).length > 0; // prettier-ignore
    const retimed = await test.db.transaction(async (tx) => {
      await transcripts.lock(tx, id);
      const result = retime(id);
      await until(waits); // it has read the first one
      await transcripts.replace(tx, from(2, 4), { episodeId: id, tokenId: null });
      return { result };
    });
    expect(await retimed.result).toMatchObject({ segmentCount: 2 });
    expect(await starts(id)).toEqual({ subtitles: [32, 34], chapters: [31] });
  });

  it('retiming an episode uploads no chapters that have not moved', async () => {
    const id = await anEpisode();
    await test.db.query(`UPDATE episode_contents SET chapters_uploaded_at = '2026-01-01' WHERE episode_id = $1`, [id]);
    const moved = async () =>
      (await test.db.query<[object]>(`SELECT chapters_uploaded_at > '2026-01-02' AS moved FROM episode_contents WHERE episode_id = $1`, [id]))[0]; // prettier-ignore
    await retime(id, { edits: [{ at: 1.2, insert: 30 }] }); // within the subtitle, behind the start of the chapter
    expect(await moved()).toEqual({ moved: false });
    await retime(id);
    expect(await moved()).toEqual({ moved: true });
  });

  it('retiming an episode by a wrong edit is 422 where there is a transcript or chapters, and 404 where there is neither', async () => {
    const wrong = { edits: [{ from: 5, to: 5 }] };
    const [both, onlyChapters] = [await anEpisode(), await anEpisode({ hasTranscript: false })];
    for (const id of [both, onlyChapters]) await expect(retime(id, wrong)).rejects.toMatchObject({ errors: [{ code: 'invalid_edit' }] });
    await chapters.remove(onlyChapters);
    await expect(retime(onlyChapters, wrong)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('retiming an episode is refused with an If-Match of another version, or of the chapters beside a transcript', async () => {
    const id = await anEpisode();
    await expect(retime(id, ifMatch('"other"'))).rejects.toMatchObject(refused);
    await expect(retime(id, ifMatch(await etagOfChapters(id)))).rejects.toMatchObject(refused);
    expect(await retime(id, ifMatch(await etagOfTranscript(id)))).toMatchObject({ segmentCount: 1 });
  });

  it('retiming an episode takes the If-Match of the chapters where there is no transcript', async () => {
    const id = await anEpisode({ hasTranscript: false });
    expect(await retime(id, ifMatch(await etagOfChapters(id)))).toMatchObject({ segmentCount: 0, chapterCount: 1 });
    await expect(retime(id, ifMatch('"other"'))).rejects.toMatchObject(refused);
  });
});
