/** The figures of what is public: feeds against nginx, and video. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import pg from 'pg';
import { endProcess } from '@app/processes';
import { against, alone, inTurn, type Course, type Row } from './measure.ts';
import { forgetPeak, memory, tellsMemory, type BenchChild } from './stack.ts';
import { median } from './stats.ts';

const PODCASTS = 2000;
const ITEMS = 1000;
const MANY_ITEMS = 10_000;
const LISTENERS = 64;
const VIDEO_BYTES = 256 * 1024 * 1024;
/** As much as a player asks for when it seeks. */
const RANGE_BYTES = 4 * 1024 * 1024;
const MB = 1024 * 1024;

export async function publication({ stack, quick }: Course): Promise<Row[]> {
  const database = await stack.database(PODCASTS);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('SELECT id FROM podcasts ORDER BY id DESC LIMIT 2');
  const [podcast, large] = rows.map(({ id }) => id as string);
  await client.query(
    `INSERT INTO publications (podcast_id, public, origin, updated_at) SELECT unnest($1::uuid[]), true, 'http://127.0.0.1', now()`,
    [[podcast, large]],
  );
  await client.query('INSERT INTO feed_sources (podcast_id) VALUES ($1), ($2) ON CONFLICT DO NOTHING', [podcast, large]);
  const [worker, maker] = [1, 2].map(() => stack.child('refetching-worker.ts', database, { NODE_ENV: 'test' })) as [BenchChild, BenchChild];
  const making = await makingOf({ worker, maker }, large ?? '', quick);
  await maker.stop();
  await worker.do('refetch', { podcast, items: ITEMS });
  await worker.stop();
  const video = await aVideo(stack, client);
  await client.end();
  const api = await stack.api(database, 'publication', { TRUST_PROXY: '1' });
  const serving = await servingOf(stack, `http://127.0.0.1:${api.port}/f/${podcast}`, quick);
  const listening = tellsMemory ? [await listeningOf(stack, api, video)] : [];
  await api.stop();
  return [...serving, making, ...listening];
}

/** The same bytes as a file, by nginx with one process and a log of its requests, as the api has. */
async function servingOf(stack: Course['stack'], url: string, quick: boolean): Promise<Row[]> {
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } });
  if (response.status !== 200) throw new Error(`the feed is ${response.status}: ${await response.text()}`);
  const bytes = execFileSync('gzip', ['-6c'], { input: Buffer.from(await response.arrayBuffer()), maxBuffer: 64 * MB });
  const nginx = await startNginx(stack, bytes);
  if (!nginx) {
    stack.log('  nginx is not on the PATH: the feed is not compared');
    return [];
  }
  const bare = await stack.server('bare-feed.ts', { FILE: nginx.file });
  const [load, { origin, pathname }] = [stack.load(), new URL(url)];
  const servers = await Promise.all(
    [`${origin}${pathname}`, `http://127.0.0.1:${nginx.port}/feed`, `http://127.0.0.1:${bare.port}/feed`].map(async (address) => {
      const { headers } = await fetch(address);
      const { port, pathname: path } = new URL(address);
      return { port: Number(port), path, etag: headers.get('etag') ?? '' };
    }),
  );
  const compare = async (isHeld: boolean) => {
    const rates = await inTurn(
      servers.map(({ etag, ...get }) => async () => {
        const headers = { 'Accept-Encoding': 'gzip', ...(isHeld ? { 'If-None-Match': etag } : {}) };
        return (await load.do('flood', { gets: [{ ...get, headers }], connections: 32, seconds: quick ? 1 : 3 })).perSecond;
      }),
      { warm: 1, rounds: quick ? 3 : 7 },
    );
    return rates.map(median) as [number, number, number];
  };
  const [feed, held] = [await compare(false), await compare(true)];
  await Promise.all([load.stop(), nginx.stop(), bare.stop()]);
  const terms = { unit: 'requests/s', better: 'higher' } as const;
  const bars = { bar: 0.3, aim: 0.6, ...terms };
  const floor = { bar: null, aim: null, ...terms };
  return [
    against('GET /f/{podcast} of 1,000 items, gzip, 32 connections, against nginx with a static file', feed[0], feed[1], bars),
    against('bare node:http with the same bytes against that', feed[2], feed[1], floor),
    against('the same with If-None-Match, 304', held[0], held[1], bars),
    against('bare node:http with a 304 against that', held[2], held[1], floor),
  ];
}

async function startNginx(stack: Course['stack'], bytes: Uint8Array) {
  const folder = join(stack.dir, 'nginx');
  const port = await getPort();
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, 'feed'), bytes);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; events {}
     http { access_log ${folder}/access.log; sendfile on; tcp_nopush on; keepalive_requests 1000000; client_body_temp_path ${folder}; proxy_temp_path ${folder};
       fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder}; default_type application/rss+xml;
       server { listen 127.0.0.1:${port}; root ${folder}; add_header Content-Encoding gzip; } }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', process.getuid?.() === 0 ? 'user root;' : ''], {
    stdio: 'ignore',
  });
  const started = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
  });
  if (!started) return undefined;
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(`http://127.0.0.1:${port}/feed`, { method: 'HEAD' }).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    file: join(folder, 'feed'),
    stop: () =>
      endProcess(child.pid ?? 0, [
        ['SIGTERM', 2000],
        ['SIGKILL', 1000],
      ]),
  };
}

/** Made in a process of its own, as the api makes it: what a refetch leaves behind in memory is the worker's. */
async function makingOf({ worker, maker }: Record<'worker' | 'maker', BenchChild>, podcast: string, quick: boolean): Promise<Row> {
  const task = { podcast, items: MANY_ITEMS };
  await worker.do('refetch', task);
  const [making = [], peer = []] = await inTurn(
    [
      async () => {
        await worker.do('refetch', task);
        return (await maker.do('publish', task)).milliseconds;
      },
      async () => (await worker.do('read', task)).milliseconds,
    ],
    { warm: 1, rounds: quick ? 3 : 9 },
  );
  const name = 'making the feed of 10,000 items after a refetch, against download and parse alone';
  return against(name, median(making), median(peer), { bar: 0.5, aim: 0.2, unit: 'ms' });
}

/** A published episode with a video that lies on disk. @returns its path */
async function aVideo(stack: Course['stack'], client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `WITH p AS (SELECT pub.podcast_id AS id, p.owner_id FROM publications pub JOIN podcasts p ON p.id = pub.podcast_id LIMIT 1),
          e AS (INSERT INTO episodes (id, podcast_id, title, published_at) SELECT uuidv7(), id, 'Video', now() - interval '1 day' FROM p RETURNING id),
          u AS (INSERT INTO uploads (id, user_id, content_type, byte_size, status, in_use) SELECT uuidv7(), owner_id, 'video/mp4', $1, 'completed', true FROM p RETURNING id)
     INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds, matched_episode_id, upload_id)
     SELECT uuidv7(), p.id, p.owner_id, 'video', 'matched', 60, e.id, u.id FROM p, e, u RETURNING matched_episode_id AS episode, upload_id AS upload`,
    [VIDEO_BYTES],
  );
  const folder = join(stack.dir, 'data', 'uploads');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, rows[0].upload), '');
  truncateSync(join(folder, rows[0].upload), VIDEO_BYTES);
  return `/e/${rows[0].episode}/video`;
}

async function listeningOf(stack: Course['stack'], api: { pid: number; port: number }, path: string): Promise<Row> {
  const load = stack.load();
  const gets = Array.from({ length: LISTENERS }, (_, n) => {
    const from = (n * RANGE_BYTES) % (VIDEO_BYTES - RANGE_BYTES);
    return { port: api.port, path, headers: { Range: `bytes=${from}-${from + RANGE_BYTES - 1}`, 'X-Forwarded-For': `192.0.2.${n}` } };
  });
  await load.do('flood', { gets, connections: 1, seconds: 1 });
  forgetPeak(api.pid);
  const idle = memory(api.pid).now;
  await load.do('flood', { gets, connections: LISTENERS, seconds: 5 });
  const growth = (memory(api.pid).peak - idle) / MB;
  await load.stop();
  return alone('memory of the api while 64 listeners fetch video by Range, above idle', growth, { bar: 40, aim: 15, unit: 'MB' });
}
