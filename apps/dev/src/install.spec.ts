import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from './workspace.ts';

const PRODUCT = { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } };
const ALL = { ...PRODUCT, 'node_modules/b': { version: '1.0.0', integrity: 'sha512-b', dev: true } };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'install-'));
  cpSync(join(ROOT, 'tools/bootstrap'), join(dir, 'tools/bootstrap'), { recursive: true });
  mkdirSync(join(dir, 'node_modules'));
  // In the place of npm: tells how it was called.
  writeFileSync(join(dir, 'npm.cjs'), `require('fs').writeFileSync(__dirname + '/called', process.argv.slice(2, 4).join(' '))`);
  writeFileSync(join(dir, 'package-lock.json'), JSON.stringify({ packages: ALL }));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** The file that npm writes at the end of an installation. */
const record = (packages: object) => writeFileSync(join(dir, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));

/** @returns how npm was called for what a command needs; null if it was not */
function installed(extent: 'product' | 'all'): string | null {
  const script = `import('./tools/bootstrap/install.mjs').then(({ install }) => install('${extent}'))`;
  const env = { PATH: process.env['PATH'], npm_execpath: join(dir, 'npm.cjs'), npm_node_execpath: process.execPath };
  expect(spawnSync(process.execPath, ['-e', script], { cwd: dir, env, encoding: 'utf8' })).toMatchObject({ status: 0 });
  return existsSync(join(dir, 'called')) ? readFileSync(join(dir, 'called'), 'utf8') : null;
}

describe('the installation before a command', () => {
  it('the installation before a command leaves out what only tests need, before npm start', () => {
    expect(installed('product')).toBe('ci --omit=dev');
  });

  it('the installation before a command is of everything before npm test', () => {
    expect(installed('all')).toBe('ci --include=dev');
  });

  it('the installation before a command adds to the packages of npm start, which may be running, what npm test needs beside them', () => {
    record(PRODUCT);
    expect(installed('all')).toBe('install --no-save');
  });

  it('the installation before a command does nothing for npm start where its packages are, with or without those of tests', () => {
    record(PRODUCT);
    expect(installed('product')).toBeNull();
    record(ALL);
    expect(installed('product')).toBeNull();
    expect(installed('all')).toBeNull();
  });

  it('the installation before a command installs again when a package has another version than the lockfile, or is not in it', () => {
    record({ 'node_modules/a': { version: '0.9.0', integrity: 'sha512-a' } });
    expect(installed('product')).toBe('ci --omit=dev');
    record({ ...PRODUCT, 'node_modules/c': { version: '1.0.0' } });
    expect(installed('product')).toBe('ci --omit=dev');
  });
});

it.each([
  ['start', 0],
  ['test', null],
])('npm %s that is told to end while it loads ends with status %p', (name, status) => {
  // prettier-ignore
  record(ALL);
  mkdirSync(join(dir, 'apps/dev/src'), { recursive: true });
  const commands = `process.kill(process.pid, 'SIGTERM'); export const run = () => new Promise(() => setInterval(() => undefined, 1000))`;
  writeFileSync(join(dir, 'apps/dev/src/commands.ts'), commands);
  const ended = spawnSync(process.execPath, ['tools/bootstrap/run.mjs', name], { cwd: dir, timeout: 60_000 });
  expect([ended.status, ended.error]).toEqual([status, undefined]);
});
