import { judge, repair, type Defect } from '@app/subtitles';
import { Refused, UsageError } from '../failures.js';
import { readBytes, readText, writeText } from '../files.js';
import { counted, styled, type Terminal } from '../terminal.js';

export type ReportFormat = 'text' | 'json' | 'github';

type Report = { readonly file: string; readonly ok: boolean; readonly defects: readonly Defect[]; readonly defect_count: number };

/** `transcript check`: judges files as an upload would, without the API. @throws Refused when one of them has a defect */
export async function check(terminal: Terminal, files: readonly string[], format: ReportFormat): Promise<void> {
  const reports: Report[] = [];
  for (const file of files) {
    const { ok, defects, defectCount } = judge(await readText(file, terminal));
    reports.push({ file, ok, defects, defect_count: defectCount });
    if (format !== 'json') for (const defect of defects) terminal.out(`${lineOf(terminal, file, defect, format)}\n`);
  }
  const refused = reports.filter(({ ok }) => !ok);
  if (format === 'json') terminal.out(`${JSON.stringify({ files: reports }, null, 2)}\n`);
  else if (format === 'text') terminal.out(summary(terminal, reports, refused));
  if (refused.length > 0) throw new Refused('');
}

function summary(terminal: Terminal, reports: readonly Report[], refused: readonly Report[]): string {
  if (refused.length === 0) return `${styled(terminal, 'green', 'ok')}: ${counted(reports.length, 'file')} without defects\n`;
  const defects = refused.reduce((sum, { defect_count }) => sum + defect_count, 0);
  return `${counted(defects, 'defect')} in ${counted(refused.length, 'file')}; podcast transcript fix repairs what can be repaired\n`;
}

function lineOf(terminal: Terminal, file: string, { line, code, message }: Defect, format: ReportFormat): string {
  if (format === 'github') return `::error file=${property(file)},line=${line ?? 1},title=${property(code)}::${escapeData(message)}`;
  return `${styled(terminal, 'bold', `${file}:${line ?? 1}`)}: ${styled(terminal, 'red', 'error')}: ${message} [${code}]`;
}

/** As GitHub's workflow commands want it. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

export type FixOptions = { readonly output?: string; readonly inPlace?: boolean };

/** `transcript fix`: writes a file that passes, and tells on stderr what was changed. @throws Refused when it cannot be repaired */
export async function fix(terminal: Terminal, file: string, { output, inPlace }: FixOptions): Promise<void> {
  if (inPlace && (output !== undefined || file === '-')) throw new UsageError('--in-place needs a file, and no --output.');
  const { ok, content, changes, defects } = repair(await readBytes(file, terminal));
  for (const { line, message, code } of changes) terminal.err(`${file}:${line}: ${message} [${code}]\n`);
  if (!ok) {
    for (const defect of defects) terminal.err(`${lineOf(terminal, file, defect, 'text')}\n`);
    throw new Refused(`${file} cannot be repaired as a whole: nothing was written.`);
  }
  await writeText(inPlace ? file : output, content, terminal);
  terminal.err(`${file}: ${counted(changes.length, 'change')}\n`);
}
