import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../../..');

// A copy of the workspace is linted, type-checked and tested: limits are for a slow machine.
jest.setTimeout(1_200_000);

describe('a generated feature', () => {
  let copy: string;

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'podcast-automation-workspace-'));
    copyWorkspace(copy);
    generate(['bookmarks', '--owner=episode', '--worker']);
    generate(['stickers', '--owner=podcast', '--no-table']);
    generate(['listener-notes', '--owner=user']);
    generate(['summaries', '--owner=episode', '--singleton']);
    for (const name of NAMES) symlinkSync(join(copy, 'libs', name), join(copy, 'node_modules/@app', name));
    node('node_modules/.bin/nx', 'sync');
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  const NAMES = ['bookmarks', 'stickers', 'listener-notes', 'summaries'];
  const generate = (args: readonly string[]) => node('node_modules/.bin/nx', 'g', '@app/workspace:feature', ...args, '--no-install');

  /** Runs a program in the copy. @returns its output @throws with the output if it fails */
  function node(program: string, ...args: string[]): string {
    const env = { ...process.env, NX_DAEMON: 'false', NX_WORKSPACE_ROOT_PATH: copy, NX_CACHE_PROJECT_GRAPH: 'false' };
    const options = { cwd: copy, encoding: 'utf8', env, maxBuffer: 1e8 } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
    return stdout;
  }

  function jestOf(project: string, args: readonly string[] = []): void {
    const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', join(copy, 'node_modules/jest/bin/jest.js')];
    const options = { cwd: join(copy, project), encoding: 'utf8', maxBuffer: 1e8 } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, ...args], options);
    if (status !== 0) throw new Error(`jest of ${project} ended with ${status}:\n${stdout}\n${stderr}`);
  }

  it('a generated feature passes the type check of the whole workspace', () => {
    node('node_modules/typescript/bin/tsc', '--build', 'apps/api', 'apps/worker', 'apps/admin', 'apps/api-e2e');
  });

  it('a generated feature passes lint and format', () => {
    const files = NAMES.map((name) => `libs/${name}`);
    const e2e = NAMES.map((name) => `apps/api-e2e/src/${name}.e2e.spec.ts`);
    node('node_modules/eslint/bin/eslint.js', '--max-warnings=0', ...files, ...e2e, 'libs/product', 'apps/api/src/routes.spec.ts');
    node('node_modules/prettier/bin/prettier.cjs', '--check', ...files, ...e2e, 'libs/product', 'apps/api/src');
  });

  it('a generated feature passes its own tests, and those of the composition, the permission table and the schema', () => {
    jestOf('libs/bookmarks');
    jestOf('libs/listener-notes');
    jestOf('libs/summaries');
    jestOf('libs/product');
    jestOf('apps/api', ['routes']);
    jestOf('apps/admin', ['schema']);
  });

  it('a generated feature passes the checks of OpenAPI and documents, after what is derived was written anew', () => {
    node('apps/dev/src/generate.ts');
    jestOf('apps/api', ['openapi']);
    // The check of words counts the documents that git lists.
    execFileSync('git', ['init', '--quiet'], { cwd: copy });
    execFileSync('git', ['add', '--all'], { cwd: copy });
    jestOf('libs/dev/documents');
  });

  it('a generated feature passes its e2e tests', () => {
    node('apps/dev/src/build.ts');
    jestOf(
      'apps/api-e2e',
      NAMES.map((name) => `${name}.e2e`),
    );
  });

  it('a generated feature is in the documents', () => {
    const text = (path: string) => readFileSync(join(copy, path), 'utf8');
    expect(text('docs/api.md')).toContain('[Bookmarks](api/bookmarks.md)');
    expect(text('docs/api/listener-notes.md')).toContain('# Listener notes');
    expect(text('CHANGELOG.md').split('\n## [')[1]).toContain('/api/v1/podcasts/{podcast}/stickers`');
    expect(text('docs/openapi.json')).toContain('"/api/v1/episodes/{episode}/summary"');
  });
});

/** Copies the sources, and links the installed packages; those of the workspace lead into the copy. */
function copyWorkspace(copy: string): void {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 }); // prettier-ignore
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name))))
    cpSync(join(ROOT, file), join(copy, file), { recursive: true });
  mkdirSync(join(copy, 'node_modules/@app'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== '@app' && one !== '.cache'))
    symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  for (const group of ['apps', 'libs', 'libs/dev', 'tools'])
    for (const name of readdirSync(join(copy, group)).filter((one) => existsSync(join(copy, group, one, 'package.json')))) {
      const { name: full } = JSON.parse(readFileSync(join(copy, group, name, 'package.json'), 'utf8')) as { name: string };
      symlinkSync(join(copy, group, name), join(copy, 'node_modules', full));
      // The results of an earlier type check save minutes.
      const types = join(ROOT, group, name, 'out-tsc');
      if (existsSync(types)) cpSync(types, join(copy, group, name, 'out-tsc'), { recursive: true, preserveTimestamps: true });
    }
}
