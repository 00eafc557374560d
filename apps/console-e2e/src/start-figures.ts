import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * `npx nx start-figures console-e2e`: how much longer a cold `npm start` takes because of the console (docs/performance.md, "The
 * console"). Cold: nothing is built, no code is cached, there is no database. The packages are installed.
 */
const ROUNDS = 3;
const READY_TIMEOUT_MS = 120_000;

const ROOT = join(import.meta.dirname, '../../..');

await mkdir(join(ROOT, '.data'), { recursive: true });
const dir = await mkdtemp(join(ROOT, '.data', 'start-figures-'));
const copy = join(dir, 'checkout');
try {
  await checkOut();
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of ['with', 'without'] as const) times[kind].push(await coldStart(kind === 'with'));
  }
  const [withConsole, without] = [median(times.with), median(times.without)];
  process.stdout.write(`${JSON.stringify({ ms: times, ratio: Number((withConsole / without).toFixed(2)) }, null, 2)}\n`);
} finally {
  await rm(dir, { recursive: true, force: true });
}

/** A copy of the checkout: the files that git knows, and the packages as hard links. */
async function checkOut(): Promise<void> {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const folder of new Set(files.map((file) => dirname(file)))) await mkdir(join(copy, folder), { recursive: true });
  for (const file of files) await cp(join(ROOT, file), join(copy, file));
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), join(copy, 'node_modules')]);
}

/** @returns milliseconds from the command to its greeting */
async function coldStart(isWithConsole: boolean): Promise<number> {
  const built = execFileSync('find', ['apps', 'libs', '-name', 'dist', '-not', '-path', '*/node_modules/*'], {
    cwd: copy,
    encoding: 'utf8',
  });
  const leftovers = [...built.split('\n').filter(Boolean), 'node_modules/.cache', '.data'];
  for (const leftover of leftovers) await rm(join(copy, leftover), { recursive: true, force: true });
  // A project without sources is not built.
  const sources = join(copy, 'apps/console/src');
  if (!isWithConsole) await rename(sources, `${sources}.away`);
  try {
    return await started();
  } finally {
    if (!isWithConsole) await rename(`${sources}.away`, sources);
  }
}

async function started(): Promise<number> {
  const began = performance.now();
  const env = { ...process.env, PORT: '0', DATA_DIR: join(copy, '.data') };
  const child = spawn(process.execPath, ['tools/bootstrap/run.mjs', 'start'], { cwd: copy, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const ready = new Promise<number>((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (output.includes('Base URL')) resolve(performance.now() - began);
    });
    child.once('exit', () => reject(new Error(`npm start has ended:\n${output}`)));
    setTimeout(() => reject(new Error(`npm start is not ready:\n${output}`)), READY_TIMEOUT_MS).unref();
  });
  try {
    return Math.round(await ready);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
