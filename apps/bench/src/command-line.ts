/** The figures of the command `podcast`, and of what browsers load. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ended } from '@app/processes';
import { build } from 'esbuild';
import { against, alone, inTurn, type Course, type Row } from './measure.ts';
import { median } from './stats.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PODCAST = join(ROOT, 'apps/cli/bin/podcast.mjs');

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
