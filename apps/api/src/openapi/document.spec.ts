import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { apiDocument } from './document.js';
import { breakingChanges, type Part } from './testing/breaking-changes.js';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../../..');
const MODULES = join(ROOT, 'node_modules');
const DOCUMENT = join(ROOT, 'docs/openapi.json');
/** Answers had null there already, or have it in a list alone, while the store of uploads cannot tell. */
const CORRECTED = / application\/json\.(errors\[\]\.(line|subtitle)|data(\[\])?\.received_bytes): can be null now$/;
const RELEASES = join(ROOT, 'docs/releases');
const TIMEOUT_MS = 300_000;

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'podcast-openapi-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Runs a tool out of node_modules. @throws Error with what it printed when it fails */
async function tool(name: string, ...args: string[]): Promise<void> {
  await run(process.execPath, [join(MODULES, '.bin', name), ...args], {
    cwd: ROOT,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
  }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`${name}: ${stdout}${stderr}`);
  });
}

const GENERATORS = {
  'openapi-typescript': `
    import generate, { astToString } from 'openapi-typescript';
    import { readFileSync, writeFileSync } from 'node:fs';
    writeFileSync(output + '.ts', astToString(await generate(JSON.parse(readFileSync(input, 'utf8')))));`,
  '@hey-api/openapi-ts': `
    import { createClient } from '@hey-api/openapi-ts';
    await createClient({ input, output: { path: output }, plugins: ['@hey-api/typescript'], logs: { level: 'silent' } });`,
  'swagger-typescript-api': `
    import { generateApi } from 'swagger-typescript-api';
    await generateApi({ input, output, fileName: 'api.ts', generateClient: false, silent: true });`,
};

/**
 * Types that a generator writes whatever the document says, counted so that nothing else hides behind them.
 * openapi-typescript allows further headers in each answer (its `transformResponseObject` has no option for that);
 * hey-api knows only of 204 that an answer has no body (`type: name === '204' ? 'void' : 'unknown'`), and that to HEAD
 * has 200.
 */
const INHERENT: Readonly<Record<string, (answers: readonly Answer[]) => readonly string[]>> = {
  'openapi-typescript': (answers) => answers.map(() => '[name: string]: unknown;'),
  '@hey-api/openapi-ts': (answers) =>
    answers
      .filter(({ status, hasBody }) => /^2\d\d$/.test(status) && status !== '204' && !hasBody)
      .map(({ status }) => `${status}: unknown;`),
};

/** How each gives the type of an event. Types of orval 7.13.2 and oazapfts compiled with this too, on 2026-11-26. */
const EVENTS: Readonly<Record<string, string>> = {
  'openapi-typescript': `import type { components } from './openapi-typescript.js'; type Event = components['schemas']['Event'];`,
  '@hey-api/openapi-ts': `import type { Event } from './-hey-api-openapi-ts/types.gen.js';`,
  'swagger-typescript-api': `import type { Event } from './swagger-typescript-api/api.js';`,
};

/** Code without a cast: the type of an event says what its data are, and there is no other type. */
const NARROWED = `
  export function told(event: Event): string | null {
    if (event.type === 'video_stock.matched') return event.data.matchedEpisodeId;
    if (event.type === 'transcript.stored') return String(event.data.segment_count);
    // @ts-expect-error -- there is no such type
    return event.type === 'token.stored' ? null : event.id;
  }`;

type Answer = { readonly status: string; readonly hasBody: boolean };

/** Every answer of every operation and notification of the document. */
async function answersOf(path: string): Promise<Answer[]> {
  type Responses = Record<string, { readonly $ref?: string; readonly content?: object }>;
  type Named = { readonly responses: Responses };
  type Items = Record<string, Record<string, { readonly responses: Responses }>>;
  const { paths, webhooks, components } = JSON.parse(await readFile(path, 'utf8')) as { paths: Items; webhooks: Items; components: Named };
  return [...Object.values(paths), ...Object.values(webhooks)]
    .flatMap((item) => Object.values(item))
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([, answer]) => !answer.$ref)
    .concat(Object.entries(components.responses))
    .map(([status, { content }]) => ({ status, hasBody: content !== undefined }));
}

/** The declarations of a file of types that say `any` or `unknown`, wherever in a type that is. */
function untyped(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword || node.kind === ts.SyntaxKind.UnknownKeyword) found.push(node.parent.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('types.ts', text, ts.ScriptTarget.Latest, true));
  return found;
}

describe('docs/openapi.json', () => {
  it('docs/openapi.json describes the routes of the api; npm run generate writes it', async () => {
    expect(JSON.parse(await readFile(DOCUMENT, 'utf8'))).toEqual(JSON.parse(JSON.stringify(await apiDocument())));
  });

  it(
    'docs/openapi.json is lint-free for redocly and spectral, warnings included',
    async () => {
      await tool('redocly', 'lint', '--config', 'apps/api/redocly.yaml', '--max-problems', '20', 'docs/openapi.json');
      await tool('spectral', 'lint', '--ruleset', 'apps/api/spectral.yaml', '--fail-severity', 'hint', 'docs/openapi.json');
    },
    TIMEOUT_MS,
  );

  it.each(Object.entries(GENERATORS))(
    'docs/openapi.json gives %s types that compile, without any and unknown, and tell events apart without a cast',
    async (name, script) => {
      const output = join(dir, name.replace(/\W/g, '-'));
      const code = `const [input, output] = ${JSON.stringify([DOCUMENT, output])};${script}`;
      await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: ROOT });
      const files = name === 'openapi-typescript' ? [`${output}.ts`] : (await readdir(output)).map((file) => join(output, file));
      const use = `${output}-use.ts`;
      await writeFile(use, `${EVENTS[name]}${NARROWED}`);
      await writeFile(
        `${output}.json`,
        JSON.stringify({ compilerOptions: { strict: true, noEmit: true, types: [] }, files: [...files, use] }),
      );
      await tool('tsc', '-p', `${output}.json`);
      const text = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
      expect(text.split('\n').length).toBeGreaterThan(500);
      expect(untyped(text)).toEqual(INHERENT[name]?.(await answersOf(DOCUMENT)) ?? []);
    },
    TIMEOUT_MS,
  );

  it('docs/openapi.json breaks nothing of the last release', async () => {
    const [last] = (await readdir(RELEASES)).sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
    const read = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Part;
    const changes = breakingChanges(await read(join(RELEASES, last ?? '')), await read(DOCUMENT));
    expect(changes.filter((change) => !CORRECTED.test(change))).toEqual([]);
  });
});
