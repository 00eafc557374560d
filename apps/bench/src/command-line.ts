/** The figures of the command `podcast`, and of what browsers load. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ended } from '@app/processes';
import { build } from 'esbuild';
import { against, alone, inTurn, type Course, type Row } from './measure.ts';
import { median } from './stats.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PODCAST = join(ROOT, 'apps/cli/bin/podcast.mjs');

/** @returns milliseconds from the start of a process to its end */
async function timeOf(args: readonly string[], env: NodeJS.ProcessEnv = {}, stderr: 'inherit' | 'ignore' = 'inherit'): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'ignore', stderr],
  });
  const status = await ended(child);
  if (status !== 0) throw new Error(`${args.join(' ')} has ended with status ${status}`);
  return performance.now() - began;
}

export async function check({ stack, quick }: Course): Promise<Row[]> {
  const file = join(stack.dir, 'talk.srt');
  const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23).replace('.', ',');
  const subtitle = (n: number) => `${n}\n${clock(n * 2)} --> ${clock(n * 2 + 1)}\nwords of a subtitle that says a thing\n\n`;
  writeFileSync(file, Array.from({ length: 1300 }, (_, n) => subtitle(n + 1)).join(''));
  const [ours = [], floor = []] = await inTurn([() => timeOf([PODCAST, 'transcript', 'check', file]), () => timeOf(['-e', '0'])], {
    warm: 3,
    rounds: quick ? 11 : 41,
  });
  const name = 'podcast transcript check of a file of 100 kB, start to exit, against node -e 0';
  return [against(name, median(ours), median(floor), { bar: 4, aim: 2, unit: 'ms' })];
}

/** An API whose episodes lack transcripts, in pages of a hundred; it counts requests. */
async function counting(episodes: number) {
  const server = { count: 0, close: () => undefined as unknown, url: '' };
  const http = createServer((request, response) => {
    server.count += 1;
    const from = Number(new URL(request.url ?? '', 'http://x').searchParams.get('after') ?? 0);
    const data = Array.from({ length: 100 }, (_, n) => ({
      id: randomUUID(),
      guid: `talk-${from + n}`,
      title: 'T',
      audio_url: null,
      transcript: null,
    }));
    const more = from + 100 < episodes;
    const list = { data, meta: { has_more: more, next_cursor: more ? String(from + 100) : null } };
    const stored = { data: { episode_id: randomUUID(), segment_count: 1 } };
    request.resume().on('end', () => {
      response.writeHead(request.method === 'GET' ? 200 : 201, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(request.method === 'GET' ? list : stored));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  server.close = () => (http.closeAllConnections(), http.close());
  return server;
}

export async function backfill({ stack, quick }: Course): Promise<Row[]> {
  const files = quick ? 100 : 1000;
  const folder = join(stack.dir, 'transcripts');
  mkdirSync(folder);
  for (let n = 0; n < files; n += 1) writeFileSync(join(folder, `talk-${n}.srt`), '1\n00:00:01,000 --> 00:00:02,000\nHello\n');
  const api = await counting(files);
  const env = { PODCAST_API: api.url, PODCAST_TOKEN: `pat_${'x'.repeat(43)}` };
  await timeOf([PODCAST, 'backfill', folder, '--podcast', randomUUID()], env, 'ignore');
  api.close();
  return [alone('podcast backfill of many files, requests a file', api.count / files, { bar: 2, aim: 1.1, unit: 'requests' })];
}

export async function sizes(): Promise<Row[]> {
  const size = async (contents: string): Promise<number> => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: ROOT },
      bundle: true,
      minify: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      outdir: 'out',
      write: false,
    });
    return gzipSync(outputFiles.find(({ path }) => path.endsWith('stdin.js'))?.contents ?? '', { level: 9 }).length / 1024;
  };
  return [
    alone('libs/client without uploads, minified and gzipped', await size("export * from '@app/client'"), { bar: 12, aim: 6, unit: 'kB' }),
    alone('libs/subtitles, minified and gzipped', await size("export * from '@app/subtitles'"), { bar: 10, aim: 6, unit: 'kB' }),
  ];
}
