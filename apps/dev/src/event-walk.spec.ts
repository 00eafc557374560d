import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from './workspace.ts';

/** Where an event enters a lib, from `publish` to its recorded delivery. */
const ENTRIES = [
  'libs/outbox/src/event.publisher.ts',
  'libs/jobs/src/wake-up.ts',
  'libs/jobs/src/signals.queries.ts',
  'libs/webhooks/src/dispatch/dispatcher.ts',
  'libs/process/src/concurrency/batches.ts',
  'libs/process/src/outbound/outbound.ts',
  'libs/outbound/src/guarded-outbound.ts',
];

const LEFT_OUT = /\.(?:entity|module|errors|env)\.ts$/;

/** The files of the same lib from which a file imports a value. */
function importedBy(path: string): string[] {
  const imports = readFileSync(join(ROOT, path), 'utf8').matchAll(/^import (?!type)([^;]*) from '(\.[^']+)\.js';$/gm);
  const values = Array.from(imports).filter(([, names = '']) => !/^\{(?:\s*type \w+,?)+\s*\}$/.test(names));
  return values.map(([, , file]) => normalize(join(path, '..', `${file}.ts`))).filter((file) => !LEFT_OUT.test(file));
}

it('an event crosses 21 files of code from its publication to its recorded delivery', () => {
  const crossed = new Set(ENTRIES);
  for (const path of crossed) for (const file of importedBy(path)) crossed.add(file);
  expect([...crossed].sort()).toHaveLength(21);
});
