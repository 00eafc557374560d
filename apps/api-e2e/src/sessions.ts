import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './stack.js';

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Printed between two steps; no command prints it. */
const SEPARATOR = '\u001e';

/** The code blocks of a page of `docs/` in these languages, in the order of the page. */
export function blocks(file: string, ...languages: readonly string[]): { readonly language: string; readonly code: string }[] {
  const pattern = new RegExp(`^\`\`\`(${languages.join('|')})\\n([^]*?)^\`\`\`$`, 'gm');
  return [...readFileSync(join(ROOT, 'docs', file), 'utf8').matchAll(pattern)].map(([, language = '', code = '']) => ({ language, code }));
}

/** A command of a page, with what the page shows and what the command printed, both without ids and progress. */
export type Replayed = { readonly command: string; readonly shown: string; readonly printed: string };

type Step = { readonly command: string; readonly shown: string | undefined };

export type Surroundings = { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly rewrite?: (text: string) => string };

/**
 * Runs the `sh` blocks and the commands of the `console` sessions of a page in one shell, as a reader would.
 * @throws when a command of an `sh` block fails
 */
export async function replay(file: string, { cwd, env, rewrite = (text) => text }: Surroundings): Promise<Replayed[]> {
  const steps = blocks(file, 'sh', 'console').flatMap(({ language, code }) =>
    language === 'sh' ? [{ command: code, shown: undefined }] : sessionOf(code),
  );
  const script = steps.map(({ command, shown }) => {
    const run = `{ ${rewrite(command)}\n}`;
    return `printf '\\036'\n${shown === undefined ? `${run} || { printf '\\036failed'; exit 1; }` : `${run} 2>&1`}`;
  });
  const printed = (await shell(`trap 'kill $(jobs -p) 2>/dev/null' EXIT\n${script.join('\n')}`, { cwd, env })).split(SEPARATOR).slice(1);
  if (printed.length !== steps.length || printed.at(-1) === 'failed') {
    throw new Error(`${file} ended at: ${steps[printed.length - 2]?.command}\n${printed.at(-2)}`);
  }
  return steps.flatMap(({ command, shown }, index) =>
    shown === undefined ? [] : [{ command, shown: comparable(shown), printed: comparable(printed[index] ?? '') }],
  );
}

function sessionOf(code: string): Step[] {
  const parts = code.split(/^\$ /m).slice(1);
  return parts.map((part) => {
    const end = part.indexOf('\n');
    return { command: part.slice(0, end), shown: part.slice(end + 1) };
  });
}

/** Ids and request ids differ at every run, and progress depends on the speed of the machine. */
function comparable(text: string): string {
  return text.replace(UUID, 'ID').replace(/^\(request .*\n|^.*: \d{1,2} %\n/gm, '');
}

function shell(script: string, { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): Promise<string> {
  const child = spawn('bash', ['-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => child.once('close', () => resolve(output)));
}
