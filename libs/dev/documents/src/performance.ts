import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Derived } from './derived-file.ts';
import { ROOT, textOf } from './root.ts';

type Row = { name: string; ours: number; peer: number | null; ratio: number | null; bar: number | null; aim: number | null; unit: string };
type Part = { part: string; at: string; quick: boolean; load_average: number; rows: readonly Row[] };
type Results = { machine: Record<'node' | 'platform' | 'cpu' | 'cores' | 'memory_gb', string | number>; parts: readonly Part[] };

const PAGE = 'docs/performance.md';
const FIGURES = /(<!-- from bench-results\.json: npm run generate -->\n)[^]*?(<!-- end -->)/;
const HEAD = ['Part', 'Figure', 'Ours', 'Against', 'Ratio', 'Bar', 'Aim', 'Measured'];

/** docs/performance.md with the figures of bench-results.json, and nothing that was not measured. */
export function performancePage(): Derived {
  const text = textOf(PAGE).replace(FIGURES, (_, begin: string, end: string) => `${begin}\n${figures()}\n${end}`);
  return { path: PAGE, text };
}

function figures(): string {
  const file = join(ROOT, 'bench-results.json');
  if (!existsSync(file)) return 'No run is recorded.\n';
  const { machine, parts } = JSON.parse(readFileSync(file, 'utf8')) as Results;
  const { node, platform, cpu, cores, memory_gb: memory } = machine;
  const rows = parts.flatMap((part) => part.rows.map((row, at) => `|${cells(part, row, at === 0).join('|')}|\n`));
  return (
    `The machine: ${platform}, ${cores} cores of ${cpu}, ${memory} GB, Node ${node}. Measured: date, load\n` +
    `average at the end, and _quick_ for a run with \`--quick\`.\n\n` +
    `|${HEAD.join('|')}|\n|---|---|---:|---:|---:|---:|---:|---|\n${rows.join('')}`
  );
}

function cells(
  { part, at, quick, load_average: load }: Part,
  { name, ours, peer, ratio, bar, aim, unit }: Row,
  isFirst: boolean,
): string[] {
  // A figure that stands for itself is judged in its own unit.
  const mark = ratio === null ? unit : '';
  const measured = `${at.slice(0, 10)}, ${load}${quick ? ', quick' : ''}`;
  const figures = [name, value(ours, unit), value(peer, unit), value(ratio), value(bar, mark), value(aim, mark)];
  return isFirst ? [`\`${part}\``, ...figures, measured] : ['', ...figures, ''];
}

/** Three significant digits, with the unit. */
function value(number: number | null, unit = ''): string {
  if (number === null) return '';
  const text = number >= 100 ? Math.round(number).toLocaleString('en') : String(Number(number.toPrecision(3)));
  return unit ? `${text} ${unit}` : text;
}
