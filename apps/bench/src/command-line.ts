/** The figures of the command `podcast`, of the operator's commands, and of what browsers load. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ended } from '@app/processes';
import { build } from 'esbuild';
import { against, alone, inTurn, type Course, type Row } from './measure.ts';
import { timeOfEndedChildren } from './processor-time.ts';
import { median } from './stats.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PODCAST = join(ROOT, 'apps/cli/bin/podcast.mjs');
const GB = 1024 ** 3;

/** @returns milliseconds from the start of a process to its end */
async function timeOf(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
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

export async function videoUpload({ stack, quick }: Course): Promise<Row[]> {
  const bytes = quick ? GB / 4 : 2 * GB;
  const database = await stack.database(2000);
  const api = await stack.api(database, 'video-upload');
  const baseUrl = `http://127.0.0.1:${api.port}`;
  const file = join(stack.dir, 'long.mp4');
  writeFileSync(file, '');
  await truncate(file, bytes);
  const env = { PODCAST_API: baseUrl, PODCAST_TOKEN: database.owner, PODCAST_CONFIG: join(stack.dir, 'podcast.json') };
  const first = await fetch(`${baseUrl}/api/v1/podcasts?first=1`, { headers: { Authorization: `Bearer ${database.owner}` } });
  const podcast = ((await first.json()) as { data: { id: string }[] }).data[0]?.id ?? '';
  let turn = 0;
  const [ours = [], bare = []] = await inTurn(
    [
      () => timeOf([PODCAST, 'video', 'upload', file, '--podcast', podcast, '--key', `bench-${(turn += 1)}`], env),
      () => timeOf([join(import.meta.dirname, 'bare-upload.ts'), file], env),
    ],
    { warm: 1, rounds: quick ? 3 : 5 },
  );
  await api.stop();
  const speed = (milliseconds: number) => bytes / 1_000_000 / (milliseconds / 1000);
  const name = `upload of ${bytes / GB} GiB by podcast video upload against bare tus-js-client, start to exit`;
  return [against(name, speed(median(ours)), speed(median(bare)), { bar: 0.9, aim: 0.98, unit: 'MB/s', better: 'higher' })];
}

/** Those that load least, those that wake a worker, and what is between. */
const OPERATORS = ['status', 'user list', 'podcast list', 'env check', 'migrate', 'analytics keep-up', 'retention run', 'secrets reseal'];

/** Other work makes a command wait, but hardly changes its processor time. */
export async function operatorCommands({ stack, quick }: Course): Promise<Row[]> {
  const url = await stack.emptyDatabase('bench_commands');
  const measured = OPERATORS.map((command) => async () => {
    const before = timeOfEndedChildren();
    await stack.admin(url, command.split(' '));
    return timeOfEndedChildren() - before;
  });
  const times = await inTurn(measured, { warm: 1, rounds: quick ? 3 : 9 });
  return OPERATORS.map((command, index) =>
    alone(`processor time of the operator's command ${command}`, median(times[index] ?? []), { bar: 1000, aim: null, unit: 'ms' }),
  );
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
