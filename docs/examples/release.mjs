// Makes a release: waits for an episode to appear, repairs and uploads its transcript, uploads chapters, registers a
// video, waits for its match, and exports the week's downloads. In its folder it needs transcript.srt, chapters.json
// and video.mp4; in the environment PODCAST_API, PODCAST_TOKEN, PODCAST (the podcast's id) and GUID (the episode's).
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createClient } from '@app/client';
import { repair } from '@app/subtitles';

const { PODCAST_API: baseUrl = '', PODCAST_TOKEN: token = '', PODCAST: podcast = '', GUID: guid = '' } = process.env;
const api = createClient({ baseUrl, token });

let after;
/** Reads events, from the last one that was read, until there is one that is wanted. */
async function event(isWanted) {
  for (;;) {
    const types = ['episode.appeared', 'video_stock.matched', 'video_stock.failed'];
    const { data: page } = await api.GET('/api/v1/events', { params: { query: { podcast_id: podcast, types, after, wait: 30 } } });
    after = page.meta.next_cursor;
    const found = page.data.find(isWanted);
    if (found) return found;
  }
}

const named = api.items('/api/v1/podcasts/{podcast}/episodes', { params: { path: { podcast }, query: { guid } } });
const { id: episode } = (await named.next()).value ?? (await event(({ data }) => data.guid === guid)).data;
const params = { path: { episode } };
const { ok, content, defects } = repair(await readFile('transcript.srt'));
if (!ok) throw new Error(`transcript.srt:${defects[0]?.line}: ${defects[0]?.message}`);
await api.PUT('/api/v1/episodes/{episode}/transcript', { params, body: { content } });
await api.PUT('/api/v1/episodes/{episode}/chapters', { params, body: JSON.parse(await readFile('chapters.json', 'utf8')) });
const { id: upload_id } = await api.upload(createReadStream('video.mp4'), { filename: 'video.mp4' });
const body = { podcast_id: podcast, client_key: guid, upload_id, match: { guid } };
const { data: stock } = await api.POST('/api/v1/video-stocks', { body });
const { data: outcome } = await event(({ data }) => data.id === stock.data.id);
console.log('matched:', outcome.matchedEpisodeId === episode);
const [to = '', from = ''] = [0, 6].map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10));
const query = { from, to };
const { data: csv } = await api.GET('/api/v1/podcasts/{podcast}/analytics.csv', { params: { path: { podcast }, query }, parseAs: 'text' });
await writeFile('downloads.csv', csv);
