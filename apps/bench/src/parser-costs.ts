/**
 * Processor time of a parser for one file, its garbage collection included. Each parser has processes of its own: in one process
 * with others, the next parser collects the objects that a parser of npm leaves, and its time is charged for it.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { against, inTurn, type Course, type Row } from './measure.ts';
import { PEERS, readBytes, transcript } from './parser.ts';
import { median } from './stats.ts';

const OURS = 'ours';
const DECODING = 'decoding';
const FORMATS = { vtt: 'WebVTT', srt: 'SRT' } as const;
type Format = keyof typeof FORMATS;

/** A parser that takes longer than this for a file is not the fastest. */
const MAX_FILE_MS = 500;
const WARM_FILES = 10;
const FILES = 20;
const PROCESS_TIMEOUT_MS = 120_000;

export async function parserCosts({ quick }: Course): Promise<Row[]> {
  const rows: Row[] = [];
  for (const format of ['vtt', 'srt'] as const) {
    const names = [OURS, DECODING, ...Object.keys(PEERS[format])];
    const times = await inTurn(
      names.map((name) => () => measureApart(name, format)),
      { warm: 0, rounds: quick ? 1 : 5 },
    );
    const [ours = NaN, decoding = NaN, ...peers] = times.map(median);
    const fastest = Math.min(...peers);
    const name = `processor time to parse ${FORMATS[format]}`;
    rows.push(
      against(`${name} against the fastest of npm (${names[2 + peers.indexOf(fastest)]})`, ours, fastest, {
        bar: 1 / 0.8,
        aim: 1 / 1.2,
        unit: 'ms',
      }),
      against(`${name} against decoding the bytes`, ours, decoding, { bar: 3.5, aim: 1.5, unit: 'ms' }),
    );
  }
  return rows;
}

/** @returns milliseconds a file */
async function measureApart(name: string, format: Format): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, name, format], { timeout: PROCESS_TIMEOUT_MS });
  return Number(stdout);
}

async function workOf(name: string, format: Format): Promise<() => unknown> {
  const bytes = Buffer.from(transcript(format, false));
  if (name === OURS) return () => readBytes(bytes, format);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  if (name === DECODING) return () => decoder.decode(bytes);
  const parse = await PEERS[format][name]?.();
  if (!parse) throw new Error(`There is no parser ${name} for ${format}.`);
  const text = bytes.toString();
  return () => parse(text);
}

async function measure(name: string, format: Format): Promise<number> {
  const work = await workOf(name, format);
  const first = await processorTimeOf(work, 1);
  if (first > MAX_FILE_MS && name !== OURS) return first;
  await processorTimeOf(work, WARM_FILES);
  return processorTimeOf(work, FILES);
}

/** @returns milliseconds a time */
async function processorTimeOf(work: () => unknown, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

if (process.argv[1] === import.meta.filename) {
  const [, , name = '', format] = process.argv;
  process.stdout.write(String(await measure(name, format as Format)));
}
