import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './workspace.ts';

/** Files beside those of npm in which the version of the product stands. What is generated from them is not here. */
const NAMED_IN = [
  'apps/cli/README.md',
  'apps/cli/src/program/program.ts',
  'docker/kubernetes/podcast-automation.yaml',
  'docker/observability/rules.test.yml',
  'docs/cli.md',
  'docs/examples/github-action/action.yml',
];

type Changed = { readonly path: string; readonly text: string };
type Lockfile = { version: string; packages: Record<string, { version?: string }> };

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export const currentVersion = (): string => (JSON.parse(read('package.json')) as { version: string }).version;

/** A version as a word of its own, not as a part of another. */
export const asWord = (version: string): RegExp => new RegExp(`(?<![\\d.])${version.replaceAll('.', '\\.')}(?![\\d.]*\\d)`, 'g');

/** The files in which the version stands, with another one. */
export function withVersion(version: string): Changed[] {
  const current = currentVersion();
  const packages = globSync(['package.json', '{apps,libs,libs/dev,tools}/*/package.json'], { cwd: ROOT });
  return [
    ...packages.map((path) => ({ path, text: read(path).replace(`"version": "${current}"`, `"version": "${version}"`) })),
    { path: 'package-lock.json', text: lockfile(version) },
    ...NAMED_IN.map((path) => ({ path, text: read(path).replaceAll(asWord(current), version) })),
  ];
}

function lockfile(version: string): string {
  const lock = JSON.parse(read('package-lock.json')) as Lockfile;
  lock.version = version;
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') && entry.version !== undefined) entry.version = version;
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

// `npm run set-version 0.3.0`
if (import.meta.main) {
  const [version = ''] = process.argv.slice(2);
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Usage: npm run set-version 0.3.0');
  for (const { path, text } of withVersion(version)) writeFileSync(join(ROOT, path), text);
  // The OpenAPI document names the version, too.
  execFileSync(process.execPath, [join(import.meta.dirname, 'generate.ts')], { stdio: 'inherit' });
}
