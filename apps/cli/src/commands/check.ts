import { repair } from '@app/subtitles';
import { expand } from '../expand.js';
import { Refused, UsageError } from '../failures.js';
import { readBytes, writeText } from '../files.js';
import { findingOf, lineOf, reportOn, type Finding, type Report, type ReportFormat } from '../finding.js';
import { counted, styled, type Terminal } from '../terminal.js';

/** `transcript check`: judges every file as an upload would, without the API. @throws Refused for a defect */
export async function check(terminal: Terminal, named: readonly string[], format: ReportFormat): Promise<void> {
  const reports: Report[] = [];
  for (const file of await filesIn(named)) {
    const { content: _, ...report } = await reportOn(file, terminal);
    reports.push(report);
    if (format !== 'json') for (const defect of report.defects) terminal.out(`${lineOf(terminal, file, defect, format)}\n`);
  }
  const refused = reports.filter(({ ok }) => !ok);
  if (format === 'json') terminal.out(`${JSON.stringify({ files: reports }, null, 2)}\n`);
  else if (format === 'text') terminal.out(summary(terminal, reports, refused));
  if (refused.length > 0) throw new Refused('');
}

/** @throws UsageError for folders without transcripts */
export async function filesIn(named: readonly string[]): Promise<readonly string[]> {
  const files = await expand(named);
  if (files.length === 0) throw new UsageError(`There is no .srt or .vtt file in ${named.join(', ')}.`);
  return files;
}

function summary(terminal: Terminal, reports: readonly Report[], refused: readonly Report[]): string {
  if (refused.length === 0) return `${styled(terminal, 'green', 'ok')}: ${counted(reports.length, 'file')} without defects\n`;
  const defects = refused.reduce((sum, { defect_count }) => sum + defect_count, 0);
  const isRead = refused.some((report) => report.defects.some(({ code }) => code !== 'unreadable'));
  return `${counted(defects, 'defect')} in ${counted(refused.length, 'file')}${isRead ? '; podcast transcript fix repairs what can be repaired' : ''}\n`;
}

export type FixOptions = { readonly output?: string; readonly inPlace?: boolean; readonly format: ReportFormat };

type Fixed = {
  readonly file: string;
  readonly ok: boolean;
  readonly changes: readonly { readonly line: number | null; readonly code: string; readonly message: string }[];
  readonly defects: readonly Finding[];
  /** The repaired text, where it is written to no file. */
  readonly content?: string;
};

/**
 * `transcript fix`: repairs every file, and tells on stderr what was changed.
 * @throws Refused when one of them cannot be repaired: nothing of it is written
 */
export async function fix(terminal: Terminal, named: readonly string[], { output, inPlace, format }: FixOptions): Promise<void> {
  const files = await filesIn(named);
  if (inPlace && (output !== undefined || files.includes('-'))) throw new UsageError('--in-place needs files, and no --output.');
  if (files.length > 1 && !inPlace) throw new UsageError(`${counted(files.length, 'file')} can be repaired with --in-place alone.`);
  const isJson = format === 'json';
  const results: Fixed[] = [];
  for (const file of files) {
    const { content, ...fixed } = await repaired(file, terminal);
    tell(terminal, fixed, isJson ? 'text' : format);
    const target = inPlace ? file : output;
    const isShown = isJson && (target === undefined || target === '-');
    if (content !== undefined && !isShown) await writeText(target, content, terminal);
    results.push(isShown ? { ...fixed, ...(content === undefined ? {} : { content }) } : fixed);
  }
  if (isJson) terminal.out(`${JSON.stringify({ files: results }, null, 2)}\n`);
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length > 0)
    throw new Refused(`${failed.map(({ file }) => file).join(', ')} cannot be repaired as a whole: nothing was written.`);
}

async function repaired(file: string, terminal: Terminal): Promise<Fixed> {
  try {
    const { ok, content, changes, defects } = repair(await readBytes(file, terminal));
    return { file, ok, changes, defects, ...(ok ? { content } : {}) };
  } catch (error) {
    return { file, ok: false, changes: [], defects: [findingOf(error)] };
  }
}

function tell(terminal: Terminal, { file, ok, changes, defects }: Fixed, format: ReportFormat): void {
  for (const { line, message, code } of changes) terminal.err(`${file}:${line}: ${message} [${code}]\n`);
  for (const defect of ok ? [] : defects) terminal.err(`${lineOf(terminal, file, defect, format)}\n`);
  if (ok) terminal.err(`${file}: ${counted(changes.length, 'change')}\n`);
}
