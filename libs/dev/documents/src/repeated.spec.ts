import { globSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ROOT, textOf } from './root.ts';

// Documents that repeat what the code says. Variables and containers: deployment.spec.ts.

it('each operation of the OpenAPI document is named on a page of docs/api, which docs/api.md lists', () => {
  const { paths } = JSON.parse(textOf('docs/openapi.json')) as { readonly paths: Record<string, object> };
  const operations = Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`));
  const listed = Array.from(textOf('docs/api.md').matchAll(/^- \[.*\]\((.*\.md)\)$/gm), ([, page = '']) => `docs/${page}`);
  expect(listed).toEqual(expect.arrayContaining(globSync('docs/api/*.md', { cwd: ROOT })));
  const named = new Set(listed.flatMap((page) => textOf(page).split('\n').flatMap(operationsOf)));
  expect(operations.filter((operation) => !named.has(operation)).map((operation) => `name ${operation} on a page of docs/api`)).toEqual([]);
});

/** `POST`, `GET /a`, `PATCH /b`: methods without a path of their own have that of the next. */
function operationsOf(label: string): string[] {
  const found: string[] = [];
  let methods: string[] = [];
  for (const [, code = ''] of label.matchAll(/`([^`]+)`/g)) {
    const [method = '', path] = code.split(' ');
    methods.push(method);
    if (path === undefined) continue;
    found.push(...methods.map((one) => `${one} ${path}`));
    methods = [];
  }
  return found;
}

it('every request that a document names, in words or as curl, is an operation of the OpenAPI document', () => {
  const { paths } = JSON.parse(textOf('docs/openapi.json')) as { readonly paths: Record<string, object> };
  const operations = new Set(
    Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => anyId(`${method.toUpperCase()} ${path}`))),
  );
  const documents = globSync(['*.md', 'docs/*.md', 'docs/api/*.md', 'libs/*/README.md', 'apps/*/README.md'], { cwd: ROOT });
  const named = documents.flatMap((document) => requestsIn(textOf(document)).map((request) => ({ document, request })));
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter(({ request }) => !operations.has(anyId(request)))).toEqual([]);
});

function requestsIn(text: string): string[] {
  const inWords = Array.from(text.matchAll(/\b((?:GET|PUT|POST|PATCH|DELETE|HEAD) \/api\/v1\/[\w/{}.-]*[\w}])/g), ([, one = '']) => one);
  const commands = text.replaceAll(/\\\n */g, '').matchAll(/\bcurl [^|\n]*?(?:\$BASE|:3000)(\/api\/v1\/[\w/$.-]+)/g);
  const byCurl = Array.from(commands, ([command, path = '']) => {
    const [, method = / -F | --data/.test(command) ? 'POST' : 'GET'] = / -X ([A-Z]+) /.exec(command) ?? [];
    return `${method} ${path}`;
  });
  return [...inWords, ...byCurl];
}

/** Parameters, variables of a shell and ids of examples are the same thing here. */
function anyId(request: string): string {
  return request.replaceAll(/\/(?:\{\w+\}|\$[A-Z]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=\/|$)/g, '/{}');
}

it('docs/operations.md names every metric that a lib declares', () => {
  const files = globSync('libs/*/src/**/*metrics.ts', { cwd: ROOT });
  // Values of labels look the same; they are left out by name.
  const names = (path: string) => Array.from(textOf(path).matchAll(/'([a-z]+(?:_[a-z0-9]+)+)'/g), ([, name = '']) => name);
  const declared = files.flatMap(names).filter((name) => !['not_stored', 'no_key'].includes(name));
  const named = new Set(Array.from(textOf('docs/operations.md').matchAll(/`([a-z]+(?:_[a-z0-9]+)+)/g), ([, name]) => name));
  expect(declared.length).toBeGreaterThan(25);
  expect(declared.filter((name) => !named.has(name))).toEqual([]);
});

it('the table of CONTRIBUTING.md says who may import whom as the lint rule does', () => {
  const rule = Array.from(
    textOf('tools/eslint/src/boundaries.ts').matchAll(/sourceTag: 'type:(\w+)',\s*onlyDependOnLibsWithTags: \[([^\]]*)\]/g),
    ([, tag = '', allowed = '']) => [tag, Array.from(allowed.matchAll(/'(?:type:)?([\w*]+)'/g), ([, one = '']) => one).sort()] as const,
  );
  const rows = Array.from(textOf('CONTRIBUTING.md').matchAll(/^\| (`type:\w+`(?:, `type:\w+`)*) \| (.*) \|$/gm));
  const table = rows.flatMap(([, tags = '', text = '']) => {
    const words = new Set(Array.from(text.matchAll(/\b(product|feature|platform|pure|dev|anything)s?\b/g), ([, word = '']) => word));
    const allowed = [...words].map((word) => (word === 'anything' ? '*' : word)).sort();
    return Array.from(tags.matchAll(/type:(\w+)/g), ([, tag = '']) => [tag, allowed] as const);
  });
  expect(rule.length).toBeGreaterThan(7);
  expect(Object.fromEntries(table)).toEqual(Object.fromEntries(rule));
});

it('the table of CONTRIBUTING.md says what to do when a check of documents fails', () => {
  const checks = globSync('libs/dev/documents/src/*.spec.ts', { cwd: ROOT });
  const table = textOf('CONTRIBUTING.md').split('### This check failed')[1] ?? '';
  expect(checks.filter((path) => !table.includes(`(${path})`)).map((path) => `CONTRIBUTING.md: add a row for ${path}`)).toEqual([]);
});
