import type { WorkStatus } from '@app/database';
import type { Command } from 'commander';
import { audited, databaseOf, type CommandContext } from '../context.js';

const COLUMNS = ['due', 'running', 'failing', 'stuck'] as const;

/** `status`: what is due, stuck and failing. The one command that answers with a table unless JSON is asked for. */
export function addStatusCommand(program: Command, context: CommandContext, print: (text: string) => void): void {
  program
    .command('status')
    .description('what is due, running, failing (waiting for a retry) and stuck (due for more than 5 minutes), for every kind of work')
    .option('--json', 'as JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { FEATURES } = await import('@app/product');
      const db = await databaseOf(await audited(context, () => Promise.resolve([])));
      const work = await Promise.all(FEATURES.flatMap(({ status }) => status?.(db) ?? []));
      if (!json) return print(table(work, new Date()));
      context.answer({
        work: work.map(({ oldestDueAt, ...counts }) => ({ ...counts, oldest_due_at: oldestDueAt })),
        stuck: work.some(({ stuck }) => stuck > 0),
      });
    });
}

function table(work: readonly WorkStatus[], now: Date): string {
  const rows = work.map((one) => [one.work, ...COLUMNS.map((column) => String(one[column])), age(one.oldestDueAt, now)]);
  const all = [['work', ...COLUMNS, 'oldest due'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const pad = (cell: string, column: number) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0));
  return `${all.map((row) => row.map(pad).join('  ')).join('\n')}\n`;
}

function age(since: Date | null, now: Date): string {
  if (!since) return '-';
  const seconds = Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000));
  return seconds < 120 ? `${seconds} s` : seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
