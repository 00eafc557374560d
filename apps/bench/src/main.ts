/**
 * `npm run bench [-- --quick] [-- --only NAME…] [-- --profile DIR]`: what the platform costs, against the least that
 * the same work can cost. Prints a table and writes bench-results.json, from which `npm run generate` makes
 * docs/performance.md.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FIGURES } from './figures.ts';
import { plain } from './report.ts';
import { FILE, loadAverage, writeResults, type Measured } from './results.ts';
import { Stack } from './stack.ts';
import { stopSignal } from '@app/processes';

/** @returns exit status: 0 also when a figure falls short, as on a slow machine; 130 after a signal */
async function bench(args: string[]): Promise<number> {
  const { quick, only, profile } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      profile: { type: 'string' },
    },
  }).values;
  const names = only ?? Object.keys(FIGURES);
  const unknown = names.filter((name) => !Object.hasOwn(FIGURES, name));
  if (unknown.length > 0) throw new Error(`There is no figure ${unknown.join(', ')}: ${Object.keys(FIGURES).join(', ')}`);

  const log = (line: string) => process.stderr.write(`${line}\n`);
  const signal = stopSignal();
  const interrupted = interruption(signal);
  const stack = new Stack({ signal, log, profile: profile && resolve(profile) });
  const began = performance.now();
  const measured: Measured[] = [];
  try {
    for (const [name, figure] of Object.entries(FIGURES)) {
      if (!names.includes(name)) continue;
      log(`${name} …`);
      const rows = await Promise.race([figure({ stack, quick }), interrupted]);
      log(plain(rows));
      measured.push({ part: name, at: new Date().toISOString(), quick, load_average: loadAverage(), rows });
    }
  } catch (error) {
    if (signal.aborted) return 130;
    for (const line of stack.complaints()) log(line);
    throw error;
  } finally {
    await stack.close();
  }
  writeResults(measured);
  process.stdout.write(`\n${plain(measured.flatMap(({ rows }) => rows))}\n`);
  log(`${Math.round((performance.now() - began) / 1000)} s; also in ${FILE}${quick ? '; --quick: for a first look only' : ''}`);
  return 0;
}

/** Rejects at the signal, whatever the present figure waits for. */
function interruption(signal: AbortSignal): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      // The processes of an interrupted figure end first, and its requests to them fail.
      process.on('uncaughtException', () => undefined);
      reject(signal.reason as Error);
    });
  });
  interrupted.catch(() => undefined);
  return interrupted;
}

process.exit(await bench(process.argv.slice(2)));
