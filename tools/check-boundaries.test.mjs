import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { checkBoundaries } from './check-boundaries.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boundaries-'));
  mkdirSync(join(root, 'apps'));
});
afterEach(() => rmSync(root, { recursive: true }));

function project(path, tag, dependencies, files) {
  const write = (name, text) => {
    mkdirSync(dirname(join(root, path, name)), { recursive: true });
    writeFileSync(join(root, path, name), text);
  };
  write(
    'package.json',
    JSON.stringify({
      name: `@app/${path.split('/')[1]}`,
      exports: { '.': {}, './testing': {} },
      dependencies: Object.fromEntries(dependencies.map((name) => [name, '*'])),
      nx: { tags: [tag] },
    }),
  );
  for (const [name, text] of Object.entries(files)) write(`src/${name}`, text);
}

test('declared imports that point down the ladder pass', () => {
  project('libs/platform', 'type:platform', [], { 'index.ts': '' });
  project('libs/webhooks', 'type:feature', ['@app/platform'], {
    'index.ts': `import { x } from '@app/platform';`,
    'a.spec.ts': `import { y } from '@app/platform/testing';`,
  });
  assert.deepEqual(checkBoundaries(root), []);
});

for (const [promise, files, dependencies, fault] of [
  ['an undeclared import is refused', { 'index.ts': `import '@app/feeds';` }, [], /does not declare/],
  ['a deep import is refused', { 'index.ts': `import '@app/feeds/src/secret.js';` }, ['@app/feeds'], /does not export/],
  ['test code in production code is refused', { 'index.ts': `import '@app/feeds/testing';` }, ['@app/feeds'], /production code/],
  ['a relative path out of the project is refused', { 'index.ts': `import '../../feeds/src/index.js';` }, [], /leaves its project/],
]) {
  test(promise, () => {
    project('libs/feeds', 'type:feature', [], { 'index.ts': '' });
    project('libs/webhooks', 'type:feature', dependencies, files);
    const faults = checkBoundaries(root);
    assert.equal(faults.length, 1, faults.join('\n'));
    assert.match(faults[0], fault);
  });
}

test('the platform may not import a feature', () => {
  project('libs/feeds', 'type:feature', [], { 'index.ts': '' });
  project('libs/platform', 'type:platform', ['@app/feeds'], { 'index.ts': `import '@app/feeds';` });
  assert.match(checkBoundaries(root).join(), /type:platform may not import type:feature/);
});

test('a cycle is refused', () => {
  project('libs/a', 'type:feature', ['@app/b'], { 'index.ts': `import '@app/b';` });
  project('libs/b', 'type:feature', ['@app/a'], { 'index.ts': `import '@app/a';` });
  assert.match(checkBoundaries(root).join(), /cycle: @app\/a → @app\/b → @app\/a/);
});
