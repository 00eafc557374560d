import { judge, type Defect } from '@app/subtitles';
import { FileError, Refused, UsageError } from './failures.js';
import { readText } from './files.js';
import { styled, type Terminal } from './terminal.js';

export type ReportFormat = 'text' | 'json' | 'github';

/** A defect of a file, or why it could not be judged: `unreadable`, `not_utf8`. */
export type Finding = Omit<Defect, 'code'> & { readonly code: string };

export type Report = { readonly file: string; readonly ok: boolean; readonly defects: readonly Finding[]; readonly defect_count: number };

/** Judges a file as an upload would. A file that cannot be read is a finding like any other. */
export async function reportOn(file: string, terminal: Pick<Terminal, 'stdin'>): Promise<Report & { readonly content?: string }> {
  try {
    const content = await readText(file, terminal);
    const { ok, defects, defectCount } = judge(content);
    return { file, ok, defects, defect_count: defectCount, content };
  } catch (error) {
    return { file, ok: false, defects: [findingOf(error)], defect_count: 1 };
  }
}

/** @throws whatever is no fault of the file */
export function findingOf(error: unknown): Finding {
  const isFault = error instanceof FileError || error instanceof UsageError || error instanceof Refused;
  if (!isFault) throw error;
  return {
    field: 'content',
    line: null,
    subtitle: null,
    code: error instanceof Refused ? error.code : 'unreadable',
    message: error.message,
  };
}

/** One line, as a compiler or a GitHub workflow wants it. */
export function lineOf(terminal: Terminal, file: string, { line, code, message }: Finding, format: ReportFormat): string {
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
