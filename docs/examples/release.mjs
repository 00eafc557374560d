// Makes a release: waits for an episode to appear, repairs and uploads its transcript, uploads chapters, registers a video, waits for
// its match by webhook, and exports the week's downloads. In its folder it needs transcript.srt, chapters.json and video.mp4; in the
// environment PODCAST_API, PODCAST_TOKEN, PODCAST (the podcast's id), GUID (the episode's), HOOK (the public URL of your receiver) and
// PORT (the port to which a proxy forwards that URL).
import { EventEmitter, once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, webhooks } from '@app/client';
import { repair } from '@app/subtitles';

const { PODCAST_API: baseUrl = '', PODCAST_TOKEN: token = '', PODCAST: podcast = '', GUID: guid = '', HOOK: url = '', PORT } = process.env;
const api = createClient({ baseUrl, token });
const events = new EventEmitter();
const registration = api.PUT('/api/v1/video-webhook', { body: { url } });
const listener = createServer(async (request, response) => {
  const { signing_secret: secret } = (await registration).data.data;
  const event = await webhooks.verify(await buffer(request), request.headers, secret).catch(() => response.writeHead(400).end());
  if ('type' in event) events.emit(event.type, event.data);
  if ('type' in event) response.end(JSON.stringify(event.type === 'webhook.verification' ? event.data : {}));
}).listen(Number(PORT), '127.0.0.1');
const matched = once(events, 'video_stock.matched');

const find = async () =>
  (await api.items('/api/v1/podcasts/{podcast}/episodes', { params: { path: { podcast }, query: { guid } } }).next()).value;
let found;
while (!(found = await find())) await sleep(2000);
const path = { episode: found.id };
const { ok, content, defects } = repair(await readFile('transcript.srt'));
if (!ok) throw new Error(`transcript.srt:${defects[0]?.line}: ${defects[0]?.message}`);
await api.PUT('/api/v1/episodes/{episode}/transcript', { params: { path }, body: { content } });
await api.PUT('/api/v1/episodes/{episode}/chapters', { params: { path }, body: JSON.parse(await readFile('chapters.json', 'utf8')) });
const { id: upload_id } = await api.upload(createReadStream('video.mp4'), { filename: 'video.mp4' });
await api.POST('/api/v1/video-stocks', { body: { podcast_id: podcast, client_key: guid, upload_id, match: { guid } } });
console.log('matched:', (await matched)[0].matchedEpisodeId === found.id);
const [to = '', from = ''] = [0, 6].map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10));
const query = { from, to };
const { data: csv } = await api.GET('/api/v1/podcasts/{podcast}/analytics.csv', { params: { path: { podcast }, query }, parseAs: 'text' });
await writeFile('downloads.csv', csv);
listener.close();
