import { globSync, existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT, textOf } from './root.ts';

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'docker/*.md', 'libs/*/README.md'], { cwd: ROOT });
const SOURCES = globSync(['apps/*/src/**/*.{ts,tsx}', 'libs/**/src/**/*.{ts,tsx}', 'docker/**/*.{yaml,yml,sh}'], {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/dist', '**/out-tsc'],
});

const withoutCode = (markdown: string): string => markdown.replace(/^ *```[\s\S]*?^ *```/gm, '');

/** The anchor that a heading gets where the documents are shown. */
function anchorOf(heading: string): string {
  const text = heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .trim();
  return text.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
}

function anchorsIn(path: string): Set<string> {
  const text = withoutCode(textOf(path));
  const headings = Array.from(text.matchAll(/^#{1,6} (.*)$/gm), ([, heading]) => anchorOf(heading ?? ''));
  return new Set([...headings, ...Array.from(text.matchAll(/<a id="([^"]+)">/g), ([, id = '']) => id)]);
}

/** Whether a link from a document leads to a file and, in a document, to a heading. */
function leads(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const to = path === '' ? from : relative(ROOT, resolve(ROOT, dirname(from), path));
  if (!existsSync(join(ROOT, to))) return false;
  return anchor === undefined || !to.endsWith('.md') || anchorsIn(to).has(anchor);
}

it('links of documents lead to files and headings that exist', () => {
  const links = DOCUMENTS.flatMap((from) =>
    Array.from(withoutCode(textOf(from)).matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => ({ from, link: link ?? '' })).filter(
      ({ link }) => !/^[a-z]+:/.test(link),
    ),
  );
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter(({ from, link }) => !leads(from, link))).toEqual([]);
});

it('documents name tests by links', () => {
  const found = DOCUMENTS.flatMap((from) =>
    Array.from(
      withoutCode(textOf(from))
        .replace(/\]\([^)]*\)/g, ']')
        .replace(/\[[^\]]*\]/g, '')
        .matchAll(/(?<![*.\w-])[\w.-]+\.(?:spec|e2e)\b/g),
      ([name]) => `${from}: ${name}`,
    ),
  );
  expect(found).toEqual([]);
});

it('files that documents name exist', () => {
  const PATH = /(?<=^|[`\s])((?:apps|libs|tools|docs|docker)\/[\w.*{},/-]+\.(?:ts|tsx|mjs|json|md|svg|sh|yaml))(?=$|[`\s])/gm;
  const isMade = (path: string) => /\/(?:dist|bundle|reports)\//.test(path);
  const named = DOCUMENTS.flatMap((from) => Array.from(textOf(from).matchAll(PATH), ([, path]) => ({ from, path: path ?? '' })));
  const kept = named.filter(({ path }) => !isMade(path));
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.filter(({ path }) => globSync(path, { cwd: ROOT }).length === 0)).toEqual([]);
});

it('sections that messages, comments and the runbook name exist', () => {
  const named = [...SOURCES, ...DOCUMENTS].flatMap((from) =>
    Array.from(textOf(from).matchAll(/(docs\/[\w/-]+\.md), “([^”]+)”/g), ([, path, heading]) => ({
      from,
      path: path ?? '',
      heading: heading ?? '',
    })),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter(({ path, heading }) => !existsSync(join(ROOT, path)) || !anchorsIn(path).has(anchorOf(heading)))).toEqual([]);
});

it('decision records that code and documents cite exist', () => {
  const records = new Set(globSync('docs/adr/[0-9]*.md', { cwd: ROOT }).map((path) => basename(path).slice(0, 4)));
  const cited = [...SOURCES, ...DOCUMENTS]
    .filter((path) => !path.startsWith('docs/adr/'))
    .flatMap((from) => Array.from(textOf(from).matchAll(/\b(?:ADR |adr\/|decision )(\d{4})/g), ([, number = '']) => ({ from, number })));
  expect(cited.length).toBeGreaterThan(30);
  expect(
    cited.filter(({ number }) => !records.has(number)).map(({ from, number }) => `${from}: cite a record of docs/adr instead of ${number}`),
  ).toEqual([]);
});

it('every decision record is cited by code or by a document', () => {
  const texts = [...SOURCES, ...DOCUMENTS].filter((path) => !path.startsWith('docs/adr/')).map(textOf);
  const isCited = (number: string) => texts.some((text) => text.includes(`adr/${number}`) || text.includes(`ADR ${number}`));
  const records = globSync('docs/adr/[0-9]*.md', { cwd: ROOT });
  expect(records.length).toBeLessThanOrEqual(25);
  const lonely = records.filter((path) => !isCited(basename(path).slice(0, 4)));
  expect(lonely.map((path) => `${path}: cite it where its decision is met, or remove it`)).toEqual([]);
});

it('a decision record has at most 400 words', () => {
  const records = globSync('docs/adr/[0-9]*.md', { cwd: ROOT });
  expect(records.filter((path) => textOf(path).split(/\s+/).length > 400)).toEqual([]);
});

it('the benchmarks name modules of libs that exist', () => {
  const sources = globSync('apps/bench/src/*.ts', { cwd: ROOT }).map(textOf);
  const withModules = sources.filter((text) => text.includes("from './internal.ts'"));
  const named = withModules.flatMap((text) => Array.from(text.matchAll(/'([a-z][a-z0-9/.-]*)\.js'/g), ([, module = '']) => module));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((module) => globSync(`libs/*/src/${module}.ts`, { cwd: ROOT }).length === 0)).toEqual([]);
});
