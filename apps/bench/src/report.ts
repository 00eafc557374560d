import type { Row } from './measure.ts';

const HEADINGS = ['figure', 'ours', 'against', 'ratio', 'bar', 'aim', 'verdict'];

function verdict({ ours, ratio, bar, aim, better }: Row) {
  const value = ratio ?? ours;
  const reaches = (mark: number | null) => mark !== null && (better === 'lower' ? value <= mark : value >= mark);
  if (bar === null) return '';
  return reaches(aim) ? 'aim met' : reaches(bar) ? 'bar met' : 'short';
}

function cells(row: Row) {
  const number = (value: number | null | undefined, unit = '') =>
    value === null || value === undefined ? '' : `${format(value)}${unit && ` ${unit}`}`;
  // A figure that stands for itself is judged in its own unit.
  const mark = row.ratio === null ? row.unit : '';
  return [
    row.name,
    number(row.ours, row.unit),
    number(row.peer, row.unit),
    number(row.ratio),
    number(row.bar, mark),
    number(row.aim, mark),
    verdict(row),
  ];
}

/** Three digits that count. @param value */
function format(value: number) {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

export function plain(rows: readonly Row[]) {
  const lines = [HEADINGS, ...rows.map(cells)];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
    )
    .map((line) => `${line}\n`)
    .join('');
}
