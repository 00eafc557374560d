import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { formatFiles, generateFiles, readJson, type GeneratorCallback, type Tree } from '@nx/devkit';
import { compose } from './compose.ts';
import { document } from './document.ts';
import { namesOf, type Owner } from './names.ts';
import type { Plan } from './plan.ts';

type FeatureOptions = {
  readonly name: string;
  readonly owner?: Owner;
  readonly worker?: boolean;
  readonly table?: boolean;
  readonly singleton?: boolean;
  readonly install?: boolean;
};

/**
 * `nx g @app/workspace:feature bookmarks --owner=episode [--worker] [--no-table | --singleton]`: a feature as
 * libs/chapters has it.
 */
export async function featureGenerator(tree: Tree, options: FeatureOptions): Promise<GeneratorCallback> {
  const { name, owner = 'episode', worker = false, table = true, singleton = false, install = true } = options;
  const names = namesOf(name);
  if (tree.exists(`libs/${name}`)) throw new Error(`libs/${name} exists.`);
  if (singleton && !table) throw new Error('A document for each owner needs a table.');
  const segment = singleton ? names.singular : name;
  const { dependencies: versions = {} } = readJson<{ dependencies?: Record<string, string> }>(tree, 'libs/episodes/package.json');
  const plan: Plan = {
    ...names,
    owner,
    Owner: owner.charAt(0).toUpperCase() + owner.slice(1),
    hasTable: table,
    isSingleton: singleton,
    hasWorker: worker,
    migration: nextMigration(tree),
    route: owner === 'user' ? segment : `${owner}s/{${owner}}/${segment}`,
    versionOf: (name) => versions[name] ?? '*',
    version: readJson<{ version: string }>(tree, 'package.json').version,
    template: '',
  };
  const files = join(import.meta.dirname, 'files');
  generateFiles(tree, join(files, 'lib'), `libs/${name}`, plan);
  if (table) generateFiles(tree, join(files, 'table'), `libs/${name}`, plan);
  if (singleton) generateFiles(tree, join(files, 'singleton'), `libs/${name}`, plan); // over those of a list
  if (worker) generateFiles(tree, join(files, 'worker'), `libs/${name}`, plan);
  generateFiles(tree, join(files, singleton ? 'singleton-e2e' : 'e2e'), 'apps/api-e2e', plan);
  compose(tree, plan);
  document(tree, plan);
  await formatFiles(tree);
  return () => {
    if (install) writeDerivedFiles(tree.root);
  };
}

/** Migrations run in the order of their 13 digits. */
function nextMigration(tree: Tree): string {
  const numbers = tree
    .children('libs')
    .filter((lib) => tree.exists(`libs/${lib}/src/migrations`))
    .flatMap((lib) => tree.children(`libs/${lib}/src/migrations`))
    .map((file) => Number(/^\d{13}/.exec(file)?.[0] ?? 0));
  return String(Math.max(...numbers) + 1000);
}

/** Links the lib, and writes what is derived from the routes: the OpenAPI document and the client's types. */
function writeDerivedFiles(root: string): void {
  const run = (command: string, ...args: readonly string[]) => execFileSync(command, args, { cwd: root, stdio: 'inherit' });
  run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund');
  run('npx', 'nx', 'sync');
  run('npm', 'run', 'generate');
}
