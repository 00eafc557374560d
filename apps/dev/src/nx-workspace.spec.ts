import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from './workspace.ts';

type Project = { readonly data: { readonly root: string; readonly tags: readonly string[]; readonly targets: Record<string, unknown> } };
type Edge = { readonly source: string; readonly target: string };
type Graph = { readonly nodes: Record<string, Project>; readonly dependencies: Record<string, readonly Edge[]> };

const nx = (...args: string[]) =>
  execFileSync(process.execPath, [join(ROOT, 'node_modules/.bin/nx'), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });

/** A path below `docs` that a test joins to the root, or to its own folder. */
const READS_A_DOCUMENT = /(?:ROOT, '|textOf\('|\.\.\/)(docs\/[\w./-]+)'/g;

describe('the Nx workspace', () => {
  const dir = mkdtempSync(join(tmpdir(), 'nx-graph-'));
  let graph: Graph;
  beforeAll(() => {
    nx('graph', `--file=${join(dir, 'graph.json')}`);
    graph = (JSON.parse(readFileSync(join(dir, 'graph.json'), 'utf8')) as { graph: Graph }).graph;
  }, 120_000);
  afterAll(() => rmSync(dir, { recursive: true }));

  it('every app and lib but the benchmarks has lint and typecheck, and every lib of the product build and test', () => {
    const lacking = Object.entries(graph.nodes).flatMap(([name, { data }]) => {
      // The benchmarks are scripts that nothing imports.
      const isProject = /^(apps|libs)\//.test(data.root) && !data.tags.includes('type:bench');
      const isProduct = data.tags.some((tag) => ['type:app', 'type:feature', 'type:platform', 'type:product', 'type:pure'].includes(tag));
      const wanted = [...(isProject ? ['lint', 'typecheck'] : []), ...(isProject && isProduct ? ['build', 'test'] : [])];
      return wanted.filter((target) => !(target in data.targets)).map((target) => `${name}:${target}`);
    });
    expect(lacking).toEqual([]);
  });

  it('the linters of `npm test` read every project that has lint', () => {
    const folders = ['lint-libs', 'lint-apps'].flatMap((target) => {
      const { options } = graph.nodes['workspace']?.data.targets[target] as { readonly options: { readonly command: string } };
      return options.command.split(' ');
    });
    const linted = Object.values(graph.nodes).filter(({ data }) => 'lint' in data.targets);
    expect(linted.length).toBeGreaterThan(30);
    expect(linted.map(({ data }) => data.root).filter((root) => !folders.includes(root.split('/')[0] ?? ''))).toEqual([]);
  });

  it.each(['api', 'worker'])('%s is served by the command of its name', (app) => {
    const serve = graph.nodes[`@app/${app}`]?.data.targets['serve'] as { readonly options: { readonly command: string } } | undefined;
    const [, argument = ''] = serve?.options.command.split('tools/bootstrap/run.mjs ') ?? [];
    expect(execFileSync('sh', ['-c', `echo ${argument}`], { cwd: ROOT, encoding: 'utf8' })).toBe(`${app}\n`);
  });

  it('a test that reads a document runs again when the document changes', () => {
    const forgotten = Object.entries(graph.nodes).flatMap(([name, { data }]) => {
      const { cache, inputs = [] } = (data.targets['test'] ?? {}) as { cache?: boolean; inputs?: readonly unknown[] };
      if (cache !== true || !/^(apps|libs)\//.test(data.root)) return [];
      const specs = globSync(`${data.root}/src/**/*.spec.ts`, { cwd: ROOT });
      const read = specs.flatMap((path) =>
        Array.from(readFileSync(join(ROOT, path), 'utf8').matchAll(READS_A_DOCUMENT), ([, document = '']) => document),
      );
      const declared = inputs.filter((input) => typeof input === 'string').map((input) => input.replace('{workspaceRoot}/', ''));
      return read.filter((document) => !declared.some((glob) => matchesGlob(document, glob))).map((document) => `${name}: ${document}`);
    });
    expect(forgotten).toEqual([]);
  });

  it('the Nx workspace has at most 400 lines of .mjs, which no compiler checks', () => {
    const exclude = ['**/node_modules', '**/dist', '**/bundle', '**/out-tsc', '**/reports'];
    const files = globSync(['*.mjs', '{apps,libs,tools,docs}/**/*.mjs'], { cwd: ROOT, exclude });
    const lines = files.map((path) => readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1);
    expect(files).toContain('tools/bootstrap/run.mjs');
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(400);
  });

  it('a change of any lib of the product affects the end-to-end suites', () => {
    const reached = new Set(['@app/api-e2e']);
    for (const name of reached) for (const { target } of graph.dependencies[name] ?? []) reached.add(target);
    const libs = Object.entries(graph.nodes).filter(
      ([, { data }]) => data.tags.includes('type:feature') || data.tags.includes('type:platform'),
    );
    expect(libs.map(([name]) => name).filter((name) => !reached.has(name))).toEqual([]);
  });

  it('a change of `outbound` affects the projects that docs/adr/0012 lists, and not the root, whose test is all tests', () => {
    const affected = nx('show', 'projects', '--affected', '--files=libs/outbound/src/guarded-outbound.ts').trim().split('\n');
    const compose = ['api', 'bench', 'worker'];
    const readsAllSources = ['documents'];
    const e2e = ['api-e2e', 'console-e2e'];
    expect(affected.sort()).toEqual(['outbound', ...compose, ...readsAllSources, ...e2e].map((name) => `@app/${name}`).sort());
  }, 120_000);

  it('a change of a leaf feature affects no library but the list of features and the check of documents', () => {
    const affected = nx('show', 'projects', '--affected', '--files=libs/analytics/src/analytics.queries.ts').trim().split('\n');
    const libs = affected.filter((name) => graph.nodes[name]?.data.root.startsWith('libs/'));
    expect(libs.sort()).toEqual(['analytics', 'documents', 'product'].map((name) => `@app/${name}`));
  }, 120_000);

  it('a change of a document alone affects no lib but the one that checks documents', () => {
    const affected = nx('show', 'projects', '--affected', '--files=docs/operations.md').trim().split('\n');
    expect(affected.filter((name) => graph.nodes[name]?.data.root.startsWith('libs/'))).toEqual(['@app/documents']);
  }, 120_000);

  it('`nx test` without a project runs the tests of every project, but for the generator’s, which take minutes', () => {
    expect(graph.nodes['workspace']?.data.targets['test']).toMatchObject({
      dependsOn: [{ target: 'test', projects: ['*', '!workspace'] }],
    });
    const { targets } = graph.nodes['@app/workspace-e2e']?.data ?? {};
    expect(targets).toHaveProperty('generator');
    expect(targets).not.toHaveProperty('test');
  });
});
