import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answersInDocuments } from './answers.ts';
import { clientSchema } from './client-schema.ts';
import type { Derived } from './derived-file.ts';
import { errorsPage } from './error-tables.ts';
import { eventsInDocuments } from './events.ts';
import { fixturesReference } from './fixtures.ts';
import { performancePage } from './performance.ts';
import { ROOT } from './root.ts';

/** Every file that `npm run generate` makes from others, docs/openapi.json apart, as it should be. */
async function derivedFiles(): Promise<Derived[]> {
  return [
    await clientSchema(),
    ...(await fixturesReference()),
    ...answersInDocuments(),
    ...eventsInDocuments(),
    errorsPage(),
    performancePage(),
  ];
}

/** The derived files that differ from what they are made from. */
export async function outdatedFiles(): Promise<Derived[]> {
  const current = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  return (await derivedFiles()).filter(({ path, text }) => current(join(ROOT, path)) !== text);
}

// `npm run generate` runs this file.
if (import.meta.main) for (const { path, text } of await outdatedFiles()) writeFileSync(join(ROOT, path), text);
