/** The figures of the console in Chromium, which targets of apps/console-e2e measure. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { against, alone, type Course, type Row } from './measure.ts';

const run = promisify(execFile);

type Keys = Readonly<Record<'keyToPaintedDefectMs' | 'keyToPaintedRowMs', { readonly p95: number }>>;
type Load = { readonly deskMs: number; readonly blankMs: number; readonly scriptBytes: number; readonly requests: number };

/** @returns what the target prints, without the words of its runner */
async function printedBy<Figures>(target: string, signal: AbortSignal): Promise<Figures> {
  const { stdout } = await run('npx', ['nx', 'run', `@app/console-e2e:${target}`, '--output-style=stream-without-prefixes'], {
    env: { ...process.env, NX_DAEMON: 'false', NO_COLOR: '1' },
    maxBuffer: 1e7,
    signal,
  });
  return JSON.parse(stdout.slice(stdout.indexOf('\n{\n'), stdout.lastIndexOf('\n}\n') + 2)) as Figures;
}

export async function consolePage({ stack }: Course): Promise<Row[]> {
  const { chromiumPath } = await import('@app/stack/browser'); // loads Playwright
  if (chromiumPath === undefined) {
    stack.log('  no Chromium is on the PATH');
    return [];
  }
  const load = await printedBy<Load>('load-figures', stack.signal);
  const keys = await printedBy<Keys>('figures', stack.signal);
  return [
    alone('JavaScript of the release desk, gzip', load.scriptBytes / 1000, { bar: 200, aim: 100, unit: 'kB' }),
    against('cold load to the first episode, against a blank React page', load.deskMs, load.blankMs, { bar: 3, aim: 1.5, unit: 'ms' }),
    alone('requests of the release desk', load.requests, { bar: 5, aim: 3, unit: '' }),
    alone('a key in a transcript of 20,000 subtitles to its verdict, p95', keys.keyToPaintedDefectMs.p95, {
      bar: 100,
      aim: 50,
      unit: 'ms',
    }),
    alone('a key in a list of 10,000 episodes, p95', keys.keyToPaintedRowMs.p95, { bar: 100, aim: 50, unit: 'ms' }),
  ];
}
