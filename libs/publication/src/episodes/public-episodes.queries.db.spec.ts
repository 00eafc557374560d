import { authPersistence } from '@app/auth';
import { chaptersPersistence } from '@app/chapters';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { episodesFeature } from '@app/episodes/feature';
import { feedsPersistence } from '@app/feeds';
import { podcastsPersistence } from '@app/podcasts';
import { transcriptsPersistence } from '@app/transcripts';
import { uploadsPersistence } from '@app/uploads';
import { anUpload } from '@app/uploads/testing';
import { videoStocksPersistence } from '@app/video-stocks';
import { expect, it } from '@jest/globals';
import { publicationPersistence } from '../persistence.js';
import { PublicEpisodesQueries } from './public-episodes.queries.js';

const test = useDatabase([
  ...[authPersistence, podcastsPersistence, transcriptsPersistence, chaptersPersistence, uploadsPersistence, videoStocksPersistence],
  ...[episodesFeature.persistence, feedsPersistence, publicationPersistence].filter((one) => one !== undefined),
]);

/** An episode with a video that is public unless something else is said. */
async function anEpisode({ published = `now() - interval '1 s'`, isPublic = true, confirmed = 'now()' } = {}) {
  const [owner, podcast, id] = [newId(), newId(), newId()];
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice')`, [owner]);
  await test.db.query(
    `INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at) VALUES ($1, 'P', $2, $2, ${confirmed})`,
    [podcast, owner],
  );
  await test.db.query(`INSERT INTO episodes (id, podcast_id, title, published_at) VALUES ($1, $2, 'E', ${published})`, [id, podcast]);
  await test.db.query(`INSERT INTO publications (podcast_id, public, origin, updated_at) VALUES ($1, $2, 'https://o.example', now())`, [
    podcast,
    isPublic,
  ]);
  const upload = await anUpload(test.db, { userId: owner });
  await test.db.query(
    `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, upload_id, matched_episode_id, duration_seconds)
     VALUES ($1, $2, $3, 'k', 'matched', $4, $5, 10)`,
    [newId(), podcast, owner, upload, id],
  );
  return { id, owner, upload };
}

it('the files and the video of an episode are public once its time has come, on a confirmed public podcast alone (contract 17.2)', async () => {
  const queries = new PublicEpisodesQueries(test.db);
  const { id, owner, upload } = await anEpisode();
  expect([await queries.ownerOf(id), (await queries.video(id))?.uploadId]).toEqual([owner, upload]);
  const hidden = [
    { published: `now() + interval '1 hour'` },
    { published: 'NULL' },
    { isPublic: false },
    { confirmed: 'NULL' },
  ]; // prettier-ignore
  for (const over of hidden) {
    const { id: other } = await anEpisode(over);
    expect([over, await queries.ownerOf(other), await queries.video(other)]).toEqual([over, undefined, undefined]);
  }
});
