import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from '@jest/globals';
import { partsOf } from './build.ts';
import { ROOT } from './workspace.ts';

/** The libs that a project imports, and those that they import. Those of `libs/dev` are imported by tests alone. */
function importedBy(project: string, found = new Set<string>()): Set<string> {
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, project, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const name of Object.keys(dependencies).map((one) => one.replace('@app/', 'libs/'))) {
    if (found.has(name) || !existsSync(join(ROOT, name))) continue;
    found.add(name);
    importedBy(name, found);
  }
  return found;
}

it.each([
  ['api', ['apps/api', 'apps/console']],
  ['worker', ['apps/worker']],
] as const)('a restart by `nx serve %s` builds what the process is made of, and no other process', (app, apps) => {
  const built = partsOf(app).map((path) => relative(ROOT, path));
  expect(built.filter((path) => path.startsWith('apps/')).sort()).toEqual(apps);
  expect([...importedBy(`apps/${app}`)].filter((path) => !built.includes(path))).toEqual([]);
});
