import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { FIGURES } from './figures.ts';
import type { Row } from './measure.ts';

export const FILE = resolve(import.meta.dirname, '../../../bench-results.json');

/** One part of the benchmark, when and beside which load it was measured. */
export type Measured = { part: string; at: string; quick: boolean; load_average: number; rows: Row[] };

type Results = { machine: ReturnType<typeof machine>; parts: Measured[] };

/** The load average of the last minute, to one decimal. */
export const loadAverage = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10;

/** Writes the parts that were measured. Those of earlier runs stay if the machine and Node are the same. */
export function writeResults(measured: readonly Measured[]): void {
  const before = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Results) : undefined;
  const isSame = JSON.stringify(before?.machine) === JSON.stringify(machine());
  const parts = new Map([...(isSame ? (before?.parts ?? []) : []), ...measured].map((one) => [one.part, one]));
  const inOrder = Object.keys(FIGURES).flatMap((name) => parts.get(name) ?? []);
  writeFileSync(FILE, `${JSON.stringify({ machine: machine(), parts: inOrder } satisfies Results, null, 2)}\n`);
}

const machine = () => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memory_gb: Math.round(totalmem() / 2 ** 30),
});
