/**
 * The figures of `npm run bench`. Each is a ratio of two medians of one run, whose measurements took turns (A B B A …), so that
 * whatever else the machine does meets both; or a number of bytes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { exports, rawRows, redirect } from './analytics.ts';
import { check, operatorCommands, sizes, videoUpload } from './command-line.ts';
import { arrival, attemptLog, deliveries, hanging, hangingThousand, history, quotaCheck, retention } from './deliveries.ts';
import { episodes } from './episodes.ts';
import { manyFeeds, manyMatches } from './feeds.ts';
import { redirectProcesses, rollUps, scrape } from './growth.ts';
import { Connection, requestHead, succeeded } from './http-client.ts';
import { bodies, crowd, limited } from './limits.ts';
import { against, alone, inTurn } from './measure.ts';
import { forgetPeak, memory, tellsMemory, type Stack } from './stack.ts';
import { median, quantile } from './stats.ts';
import { parserCosts } from './parser-costs.ts';
import { listCosts, redirectCosts } from './request-costs.ts';
import { matching, refetch, stocks, uploads } from './video.ts';

export type Row = {
  name: string;
  ours: number;
  peer: number | null;
  ratio: number | null;
  bar: number | null;
  aim: number | null;
  unit: string;
  better: 'lower' | 'higher';
};

export type Course = { stack: Stack; quick: boolean };

/** In the order in which they run. */
export const FIGURES: Record<string, (course: Course) => Promise<Row[]>> = {
  parser,
  'parser-costs': parserCosts,
  upload,
  list,
  'list-costs': listCosts,
  million,
  mixed,
  memory: uploadsAtOnce,
  refused: refusedBodies,
  deliveries,
  'attempt-log': attemptLog,
  arrival,
  hanging,
  history,
  quota: quotaCheck,
  retention,
  redirect,
  'redirect-costs': redirectCosts,
  export: exports,
  raw: rawRows,
  uploads,
  refetch,
  matching,
  stocks,
  'hanging-thousand': hangingThousand,
  limited,
  crowd,
  bodies,
  'many-feeds': manyFeeds,
  'many-matches': manyMatches,
  episodes,
  check,
  'operator-commands': operatorCommands,
  'video-upload': videoUpload,
  sizes,
  scrape,
  'roll-ups': rollUps,
  'redirect-processes': redirectProcesses,
};

const SMALL = 2000;
const LARGE = 1_000_000;
const MB = 1024 * 1024;
const LIST = '/api/v1/podcasts';
const transcriptOf = (episode: string | undefined) => `/api/v1/episodes/${episode}/transcript`;

async function parser({ quick }: Course) {
  const { run } = await import('./parser.ts'); // loads several parsers to compare with
  return run({ quick });
}

async function upload({ stack, quick }: Course) {
  const database = await stack.database(SMALL);
  const [api, bare] = await Promise.all([stack.api(database, 'upload'), stack.baseline(database)]);
  const load = stack.load();
  const [vttEpisode, srtEpisode] = database.episodes;
  const ours = (body: 'vtt' | 'srt') => ({
    port: api.port,
    token: database.owner,
    path: transcriptOf(body === 'vtt' ? vttEpisode : srtEpisode),
    body,
  });
  const tasks = [ours('vtt'), ours('srt'), { port: bare.port, path: `/episodes/${vttEpisode}/transcript`, body: 'rows' }];
  await load.do('warm', ['vtt', 'srt', 'rows']);
  const [vtt = [], srt = [], peer = []] = await inTurn(
    tasks.map((task) => async () => (await load.do('put', task)).milliseconds),
    { warm: quick ? 2 : 5, rounds: quick ? 5 : 21 },
  );
  await Promise.all([api.stop(), bare.stop()]);
  await stack.settle(database);
  const what = 'of 10 MB and 20,000 subtitles against JSON.parse and one bulk insert of rows split already';
  return [
    against(`PUT a VTT ${what}`, median(vtt), median(peer), { bar: 2, aim: 1.3, unit: 'ms' }),
    against(`PUT an SRT ${what}`, median(srt), median(peer), { bar: 2, aim: 1.3, unit: 'ms' }),
  ];
}

async function list({ stack, quick }: Course) {
  const database = await stack.database(SMALL);
  const servers = await Promise.all([stack.api(database, 'list'), stack.baseline(database), stack.baseline(database, { prepared: true })]);
  const load = stack.load();
  const seconds = quick ? 2 : 4;
  const [ours = [], peer = [], prepared = []] = await inTurn(
    servers.map(({ port }, number) => async () => {
      const path = number === 0 ? LIST : '/podcasts';
      const gets = database.callers.map((token) => ({ port, path, token }));
      return (await load.do('flood', { gets, connections: 32, seconds })).perSecond;
    }),
    { warm: quick ? 1 : 2, rounds: quick ? 3 : 7 },
  );
  await Promise.all(servers.map(({ stop }) => stop()));
  await stack.settle(database);
  const name = `GET /podcasts, 50 of ${SMALL.toLocaleString('en')} podcasts, 200 users, 32 connections, against bare node:http and pg`;
  const higher = { unit: 'requests/s', better: 'higher' } as const;
  return [
    against(name, median(ours), median(peer), { bar: 0.5, aim: 0.8, ...higher }),
    against(`${name} with prepared statements`, median(ours), median(prepared), { bar: null, aim: null, ...higher }),
  ];
}

async function million({ stack, quick }: Course) {
  const databases = [await stack.database(LARGE), await stack.database(SMALL)];
  const apis = await Promise.all(databases.map((database, number) => stack.api(database, number === 0 ? 'million' : 'two-thousand')));
  const load = stack.load();
  const rows = [];
  for (const which of ['first', 'last'] as const) {
    const gets = await Promise.all(
      databases.map(async ({ owner: token }, number) => {
        const port = apis[number]?.port ?? 0;
        return { port, token, path: which === 'first' ? LIST : await lastPage(port, token) };
      }),
    );
    const [large = [], small = []] = await inTurn(
      gets.map(
        (get) => async () => median((await load.do('flood', { gets: [get], connections: 1, seconds: quick ? 0.5 : 1 })).milliseconds),
      ),
      { warm: quick ? 2 : 5, rounds: quick ? 5 : 15 },
    );
    rows.push(
      against(`GET /podcasts, ${which} page of the caller’s 200, of 1,000,000 podcasts against 2,000`, median(large), median(small), {
        bar: 1.2,
        aim: 1.05,
        unit: 'ms',
      }),
    );
  }
  await Promise.all(apis.map(({ stop }) => stop()));
  return rows;
}

async function lastPage(port: number, token: string) {
  const connection = await Connection.open(port);
  let path = LIST;
  for (;;) {
    const { body } = succeeded(await connection.send(requestHead('GET', path, { token }), { keep: true }));
    const { meta } = JSON.parse(body ?? '');
    if (!meta.has_more) break;
    path = `${LIST}?after=${meta.next_cursor}`;
  }
  connection.close();
  return path;
}

async function mixed({ stack, quick }: Course) {
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
  ];
}

async function uploadsAtOnce({ stack, quick }: Course) {
  if (!tellsMemory) return [];
  const database = await stack.database(SMALL);
  const api = await stack.api(database, 'memory');
  const load = stack.load();
  const puts = database.episodes.slice(0, 8).map((episode, number) => ({
    port: api.port,
    token: database.owner,
    path: transcriptOf(episode),
    body: number % 2 === 0 ? 'vtt' : 'srt',
  }));
  await load.do('warm', ['vtt', 'srt']);
  const idle = memory(api.pid).now;
  for (let round = 0; round < (quick ? 3 : 8); round += 1) await load.do('putAtOnce', { puts });
  const { peak } = memory(api.pid);
  await api.stop();
  await stack.settle(database);
  stack.log(`  ${Math.round(idle / MB)} MB before`);
  return [alone('peak memory of the api, 8 uploads of 10 MB at once, over and over', peak / MB, { bar: 600, aim: 350, unit: 'MB' })];
}

async function refusedBodies({ stack, quick }: Course) {
  if (!tellsMemory) return [];
  const database = await stack.database(SMALL);
  const api = await stack.api(database, 'refused');
  const rows = [];
  const path = transcriptOf(database.episodes[0]);
  for (const [name, token, expect] of [
    ['an unauthenticated', undefined, 401],
    ['an unpermitted', database.reader, 403],
  ] as const) {
    const load = stack.load();
    const send = (bytes: number, atOnce: number) => load.do('refused', { port: api.port, path, token, bytes, atOnce, expect });
    for (let round = 0; round < 50; round += 1) await send(10, 8); // what the route needs in any case
    await sleep(500);
    forgetPeak(api.pid);
    const before = memory(api.pid).now;
    for (let round = 0; round < (quick ? 3 : 10); round += 1) await send(30 * MB, 8);
    rows.push(
      alone(
        `growth of the api’s memory by ${name} body of 30 MB, 8 at once, over and over`,
        Math.max(0, memory(api.pid).peak - before) / MB,
        {
          bar: null,
          aim: null,
          unit: 'MB',
        },
      ),
    );
  }
  await api.stop();
  return rows;
}
