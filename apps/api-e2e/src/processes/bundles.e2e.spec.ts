import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT, Stack } from '../stack.js';

const APPS = ['api', 'worker', 'admin'] as const;
type App = (typeof APPS)[number];

/** The bundler names the file of a module in a comment before its code. */
const MODULE = /^\s*\/\/ ((?:node_modules|libs|apps)\/\S+\.[cm]?js)$/;
const PLACE = /\b__(?:dir|file)name\b|\bimport\.meta\.(?:dirname|filename|url|resolve)\b/;

/**
 * Modules that name their place and work from another one: they resolve packages from there, which gives the same, or
 * have code that nothing here calls.
 */
const WORKS_ELSEWHERE = [
  '@nestjs/common/utils/load-package.util.js', // createRequire
  '@nestjs/mapped-types/dist/type-helpers.utils.js', // createRequire
  '@nestjs/swagger/dist/swagger-ui/swagger-ui.js', // createRequire
  '@nestjs/terminus/dist/health-check/health-check.decorator.js', // createRequire; the decorator is not used
  '@nestjs/terminus/dist/health-indicator/microservice/grpc.health.js', // health of gRPC services
  '@nestjs/terminus/dist/utils/checkPackage.util.js', // import.meta.resolve
  '@nestjs/typeorm/dist/common/typeorm-compat.js', // createRequire
  'bullmq/dist/cjs/classes/worker.js', // processors in files of their own
  'bullmq/dist/esm/classes/worker.js',
];

/** Stateless helpers that typeorm, ioredis and other packages outside the bundles need as well. */
const MAY_BE_THERE_TWICE = ['debug', 'has-flag', 'ms', 'supports-color', 'tslib'];

type Module = { readonly path: string; readonly code: string };

/** The modules of which the files of a bundle are made. */
function modulesIn(app: App): Module[] {
  const folder = join(ROOT, 'apps', app, 'bundle');
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
  return files.flatMap((file) => {
    const modules: { path: string; code: string }[] = [];
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      const path = MODULE.exec(line)?.[1];
      const last = modules.at(-1);
      if (path !== undefined) modules.push({ path, code: '' });
      else if (last) last.code += `${line.replace(/\/\/.*|^\s*\*.*/, '')}\n`;
    }
    return modules;
  });
}

let stack: Stack;
beforeAll(async () => {
  stack = await Stack.create();
});
afterAll(() => stack?.destroy());

/** Files that a process has loaded by the time it is ready or ends, relative to the workspace. */
async function loadedBy(app: App): Promise<string[]> {
  const file = join(stack.dir, `modules-of-${app}`);
  const args = ['--import', join(ROOT, 'apps/api-e2e/src/count-modules.ts'), join(ROOT, 'apps', app, 'bundle/main.js')];
  const child = spawn(process.execPath, app === 'admin' ? [...args, 'status'] : args, {
    cwd: stack.dir,
    env: { ...stack.environment, MODULES_FILE: file },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.once('message', () => child.kill()); // it is ready
  await once(child, 'exit');
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((url) => url.replace(/^.*?\/(?=(?:node_modules|apps|libs)\/)/, ''));
}

describe.each(APPS)('the bundle of %s', (app) => {
  let loaded: string[];
  beforeAll(async () => {
    loaded = await loadedBy(app);
  });

  it(`the bundle of ${app} holds no package that looks for files beside its own`, () => {
    const modules = modulesIn(app);
    expect(modules.length).toBeGreaterThan(1000);
    const named = modules.filter(({ path, code }) => path.startsWith('node_modules/') && PLACE.test(code));
    const known = new Set(WORKS_ELSEWHERE.map((path) => `node_modules/${path}`));
    expect(named.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([]);
  });

  it(`the bundle of ${app} loads no module that it holds a second time`, () => {
    const held = new Set(modulesIn(app).map(({ path }) => path));
    // The process under test has loaded a package at all.
    expect(loaded.some((path) => path.startsWith('node_modules/typeorm/'))).toBe(true);
    const twice = loaded.filter((path) => held.has(path));
    expect(twice.filter((path) => !MAY_BE_THERE_TWICE.includes(path.split('/')[1] ?? ''))).toEqual([]);
    expect(loaded.filter((path) => path.startsWith('libs/'))).toEqual([]);
  });

  it(`the bundle of ${app} loads nothing of ClickHouse without DOWNLOADS_URL (contract 16.11)`, () => {
    expect(loaded.filter((path) => path.includes('@clickhouse/'))).toEqual([]);
    const chunks = loaded.filter((path) => path.startsWith(`apps/${app}/bundle/`));
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes('// node_modules/@clickhouse/'))).toEqual([]);
  });
});
