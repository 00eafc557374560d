import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT, textOf } from './root.ts';

const SOURCES = globSync(['apps/*/src/**/*.{ts,tsx}', 'libs/**/src/**/*.{ts,tsx}'], {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/dist', '**/out-tsc', '**/migrations'],
}).filter((path) => path !== 'libs/dev/documents/src/names.spec.ts');

const kebab = (name: string): string => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();

/** Names that were replaced by the field's own words, and what to write. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:MOST|LEAST|LONGEST|LARGEST)_[A-Z]/, 'MAX_… or MIN_…'],
  [/PATIENCE|\bpatience[?(]|\bpatiently\b/, '*_TIMEOUT_MS, a timeout, a deadline'],
  [/\b(?:[A-Z]+_)*AT_ONCE\b/, 'CONCURRENCY or BATCH_SIZE'],
  [/\bHOPELESS\b/, 'MAX_CRASHES'],
  [/\b(?:bury|grave)\b/, 'removeStaleLock'],
  [/\b(?:giveBack|unclaim)\b/, 'releaseClaim'],
  [/\b(?:checkWire|WirePipe|CatalogModule|AccountsModule)\b/, 'validateRequest, RequestValidationPipe, XModule'],
  [/\b(?:class|type) (?:Suspects|Places?|ByteBudget|Ahead|Passages|Told|QuartersApart|Held|Waiting)\b/, 'the name of one thing'],
];

it('names that were replaced by the field’s words do not come back', () => {
  expect(SOURCES.length).toBeGreaterThan(900);
  const found = SOURCES.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) =>
        REPLACED.flatMap(([name, better]) =>
          name.test(line) ? [`${path}:${index + 1}: instead of ${name.exec(line)?.[0]} write ${better}`] : [],
        ),
      ),
  );
  expect(found).toEqual([]);
  expect(SOURCES.filter((path) => /(?:^|\/)lives\./.test(path))).toEqual([]);
});

it('no comment begins with a pronoun that stands for a person or a thing', () => {
  const found = SOURCES.flatMap((path) =>
    Array.from(
      textOf(path).matchAll(/(?:^|\s)(?:\/\*\*(?:\n +\*)?|\/\/) (?:Who|Whoever|What|Whatever|That|Those) .*/g),
      ([comment]) => `${path}: begin with the actor, such as “A caller who …”: ${comment.trim()}`,
    ),
  );
  expect(found).toEqual([]);
});

it('a module of a lib is alone in the file of its name: x.module.ts, x.api.module.ts, x.worker.module.ts', () => {
  const modules = SOURCES.filter((path) => /^libs\/[^/]+\/src\/.*\.module\.ts$/.test(path)).map((path) => ({
    path,
    classes: [...textOf(path).matchAll(/^export class (\w+)Module\b/gm)].map(([, name = '']) => name),
  }));
  expect(modules.length).toBeGreaterThan(25);
  const fileOf = (name: string) => `${kebab(name).replace(/-(api|worker)$/, '.$1')}.module.ts`;
  const misplaced = modules.filter(({ path, classes }) => classes.length !== 1 || fileOf(classes[0] ?? '') !== basename(path));
  const edits = misplaced.map(
    ({ path, classes }) => `${path}: move ${classes.map((name) => `${name}Module to ${fileOf(name)}`).join(', ')}`,
  );
  expect(edits).toEqual([]);
});
