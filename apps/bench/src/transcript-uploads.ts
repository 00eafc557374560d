/** The figures of uploads of transcripts: alone, and beside other requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beside } from './beside.ts';
import { sql } from './delivery-scene.ts';
import { against, inTurn, type Course } from './measure.ts';
import { median, quantile } from './stats.ts';

const SMALL = 2000;
/** Uploads of an episode that are kept. */
const KEPT_VERSIONS = 10;
const LIST = '/api/v1/podcasts';
const transcriptOf = (episode: string | undefined) => `/api/v1/episodes/${episode}/transcript`;

export async function upload({ stack, quick }: Course) {
  const database = await stack.database(SMALL);
  const [api, bare] = await Promise.all([stack.api(database, 'upload'), stack.baseline(database)]);
  const load = stack.load();
  const [vttEpisode, srtEpisode] = database.episodes;
  const newEpisode = database.episodes.at(-1);
  const { owner: token } = database;
  const ours = (body: 'vtt' | 'srt', episode = '') => ({ port: api.port, token, path: transcriptOf(episode), body });
  const put = async (task: object): Promise<number> => (await load.do('put', task)).milliseconds;
  await load.do('warm', ['vtt', 'srt', 'rows']);
  for (let number = 0; number < KEPT_VERSIONS; number += 1) await put(ours('vtt', vttEpisode));
  const [vtt = [], first = [], srt = [], peer = []] = await inTurn(
    [
      () => put(ours('vtt', vttEpisode)),
      async () => {
        for (const table of ['transcripts', 'transcript_versions'])
          await sql(database, `DELETE FROM ${table} WHERE episode_id = '${newEpisode}'`);
        return put(ours('vtt', newEpisode));
      },
      () => put(ours('srt', srtEpisode)),
      () => put({ port: bare.port, path: `/episodes/${vttEpisode}/transcript`, body: 'rows' }),
    ],
    { warm: quick ? 2 : 5, rounds: quick ? 5 : 21 },
  );
  await Promise.all([api.stop(), bare.stop()]);
  await stack.settle(database);
  const what = 'of 10 MB and 20,000 subtitles against JSON.parse and one bulk insert of rows split already';
  return [
    against(`PUT a VTT ${what}`, median(vtt), median(peer), { bar: 2, aim: 1.3, unit: 'ms' }),
    against('PUT an SRT of that size against the same', median(srt), median(peer), { bar: 2, aim: 1.3, unit: 'ms' }),
    against('PUT that VTT where ten versions are kept, against where there is none', median(vtt), median(first), {
      bar: 1.3,
      aim: 1.1,
      unit: 'ms',
    }),
  ];
}

export async function mixed({ stack, quick }: Course) {
  const database = await stack.database(SMALL);
  const api = await stack.api(database, 'mixed');
  const [reader, writer] = [stack.load(), stack.load()];
  const puts = database.episodes.slice(2, 4).map((episode) => ({
    port: api.port,
    token: database.owner,
    path: transcriptOf(episode),
    body: 'vtt',
  }));
  const gets = database.callers.map((token) => ({ port: api.port, path: LIST, token }));
  await writer.do('warm', ['vtt']);
  const p99 = async () => quantile((await reader.do('paced', { gets, perSecond: 100, seconds: quick ? 5 : 10 })).milliseconds, 0.99);
  const uploads = [0];
  const [busy = [], idle = []] = await inTurn(
    [
      async () => {
        const uploading = writer.do('putInLoop', { puts });
        await sleep(500);
        const milliseconds = await p99();
        await writer.do('stop');
        uploads.push((await uploading).uploads);
        return milliseconds;
      },
      p99,
    ],
    { warm: 1, rounds: quick ? 2 : 5 },
  );
  await api.stop();
  await stack.settle(database);
  stack.log(`  ${uploads.slice(1).join(', ')} uploads meanwhile`);
  return [
    against('p99 of GET /podcasts, 100 a second, while two 10 MB uploads run in a loop, against idle', median(busy), median(idle), {
      bar: 4,
      aim: 2,
      unit: 'ms',
    }),
    ...(await beside({ stack, quick }, SMALL)),
  ];
}
