import { styleText } from 'node:util';

type Style = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold';

/** Where a command writes, and what it knows of its surroundings. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For the answer alone. */
  readonly out: (text: string) => void;
  /** For progress, warnings and errors. */
  readonly err: (text: string) => void;
  readonly columns: number;
  /** Whether people look at stderr, so that a progress bar may redraw its line. */
  readonly isInteractive: boolean;
  readonly isColored: boolean;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** Whether a person types what stdin has. */
  readonly isTyped: boolean;
};

export function processTerminal(env: Terminal['env']): Terminal {
  const { stdout, stderr, stdin } = process;
  return {
    env,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    columns: stdout.columns ?? 80,
    isInteractive: Boolean(stderr.isTTY),
    isColored: Boolean(stdout.isTTY) && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    stdin,
    isTyped: Boolean(stdin.isTTY),
  };
}

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function styled(terminal: Terminal, style: Style, text: string): string {
  return terminal.isColored ? styleText(style, text, { validateStream: false }) : text;
}

/** Lines of columns, as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** Shows how far an upload has come: a bar that redraws on a terminal, else a line every ten percent. */
export function progress(terminal: Terminal, name: string): (done: number, total: number) => void {
  let told = -1;
  return (done, total) => {
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
    const step = terminal.isInteractive ? percent : Math.floor(percent / 10) * 10;
    if (step <= told) return;
    told = step;
    if (!terminal.isInteractive) return terminal.err(`${name}: ${step} %\n`);
    const bar = '#'.repeat(Math.floor(percent / 4)).padEnd(25, '-');
    terminal.err(`\r${name} [${bar}] ${String(percent).padStart(3)} % of ${megabytes(total)}${percent === 100 ? '\n' : ''}`);
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
