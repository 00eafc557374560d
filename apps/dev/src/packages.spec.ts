import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './workspace.ts';

type Versions = Readonly<Record<string, string>>;
type Manifest = { readonly dependencies?: Versions; readonly devDependencies?: Versions };

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const root = JSON.parse(read('package.json')) as Manifest;
const workspaces = globSync('{apps,libs,libs/dev,tools}/*/package.json', { cwd: ROOT }).map((path) => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(read(path)) as Manifest;
  return { folder: dirname(path), dependencies, devDependencies };
});

/** Programs that `npm start` neither builds nor runs. */
const TESTS_ALONE = /^(?:apps\/(?:api-e2e|bench|cli|console-e2e)|libs\/dev\/(?:documents|media|stack)|tools)(?:\/|$)/;

const isTest = (path: string): boolean => /\.spec\.tsx?$|[./]testing[./]|jest[\w-]*\.config|\/clients\/|apps\/dev\/src\/reports/.test(path);

/** Programs that a test runs by another name than that of their package. */
const PROGRAMS = ['@redocly/cli', '@stoplight/spectral-cli'];

/** The packages of npm that a file names in an import. */
function importedBy(path: string): string[] {
  const imports = read(path).matchAll(
    /(?:^(?:import|export) (?:[^'\n]* from )?|^\} from |\bimport\()'((?:@[\w-]+\/)?\w[\w.-]*)(?:\/[^']*)?'/gm,
  );
  const names = Array.from(imports, ([, name = '']) => name);
  return names.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name) && !name.startsWith('@app/'));
}

describe('the packages of npm', () => {
  it('the packages of npm have one version each, exact, in whichever package.json they are listed', () => {
    const versions = new Map<string, Set<string>>();
    for (const { dependencies, devDependencies } of [root, ...workspaces]) {
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
        if (!name.startsWith('@app/')) versions.set(name, (versions.get(name) ?? new Set()).add(version));
      }
    }
    expect(versions.size).toBeGreaterThan(100);
    const wrong = [...versions].filter(([, of]) => of.size > 1 || ![...of].every((version) => /^\d+\.\d+\.\d+/.test(version)));
    expect(wrong.map(([name, of]) => `${name}: ${[...of].join(', ')}`)).toEqual([]);
  });

  it('the packages of npm are listed where they are imported: dependencies for npm start, devDependencies for tests', () => {
    const missing = workspaces.flatMap(({ folder, dependencies, devDependencies }) => {
      const exclude = ['**/node_modules/**', '**/dist/**', '**/bundle/**', '**/types/**', '**/files/**'];
      const files = globSync(`${folder}/{src,clients}/**/*.{ts,tsx}`, { cwd: ROOT, exclude });
      return files.flatMap((path) => {
        const forTests = TESTS_ALONE.test(folder) || isTest(path);
        const listed = forTests ? { ...root.devDependencies, ...devDependencies, ...dependencies } : dependencies;
        const isListed = (name: string) => name in listed || (`@types/${name}` in devDependencies && !(name in (root.dependencies ?? {})));
        return importedBy(path)
          .filter((name) => !isListed(name))
          .map((name) => `${folder}/package.json lacks ${name}, which ${path} imports`);
      });
    });
    expect([...new Set(missing)]).toEqual([]);
  });

  it('the packages of npm that a workspace lists are named by one of its files', () => {
    const unnamed = workspaces.flatMap(({ folder, dependencies, devDependencies }) => {
      const files = execFileSync('git', ['ls-files', folder], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
      const texts = files.filter((path) => /\.(?:[cm]?[jt]sx?|css|yaml)$/.test(path)).map(read);
      return Object.keys({ ...dependencies, ...devDependencies })
        .filter((name) => !name.startsWith('@app/') && !PROGRAMS.includes(name))
        .filter((name) => !texts.some((text) => text.includes(name.replace('@types/', ''))))
        .map((name) => `${folder}/package.json lists ${name}, which no file of the workspace names: remove it`);
    });
    expect(unnamed).toEqual([]);
  });
});
