/**
 * `npm run bench [-- --quick] [-- --only NAME…] [-- --profile DIR]`: what the platform costs, against the least that the same
 * work can cost. Prints a table, also as Markdown for docs/performance.md, and writes bench-results.json.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FIGURES, type Row } from './figures.ts';
import { markdown, plain } from './report.ts';
import { Stack } from './stack.ts';
import { stopSignal } from '@app/processes';

const ROOT = resolve(import.meta.dirname, '../../..');

/** @returns exit status: 0 also when a figure falls short, since a slow machine is no fault of the code */
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
  const stack = new Stack({ signal: stopSignal(), log, profile: profile && resolve(profile) });
  const began = performance.now();
  const rows: Row[] = [];
  try {
    for (const [name, figure] of Object.entries(FIGURES)) {
      if (!names.includes(name)) continue;
      log(`${name} …`);
      rows.push(...(await figure({ stack, quick })));
    }
  } catch (error) {
    for (const line of stack.complaints()) log(line);
    throw error;
  } finally {
    await stack.close();
  }
  const file = join(ROOT, 'bench-results.json');
  const seconds = Math.round((performance.now() - began) / 1000);
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), quick, seconds, machine: machine(), rows }, null, 2)}\n`);
  process.stdout.write(`\n${plain(rows)}\n${markdown(rows)}\n`);
  log(`${seconds} s; also in ${file}${quick ? '; --quick: for a first look only' : ''}`);
  return 0;
}

const machine = () => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: cpus()[0]?.model,
  cores: availableParallelism(),
  memory_gb: Math.round(totalmem() / 2 ** 30),
  load_average: loadavg().map((load) => Math.round(load * 100) / 100),
});

process.exit(await bench(process.argv.slice(2)));
