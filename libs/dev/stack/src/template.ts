import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { execute } from '@app/database/testing/sql';
import { COMPILE_CACHE, ROOT } from './workspace.ts';

/**
 * Migrates a database that the stacks of a run copy: a copy takes a fraction of the migrations' time. Loaded by Jest's
 * global set-up, outside the transformation of tests.
 * @returns the name of the database
 */
export async function createTemplate(serverUrl: string): Promise<string> {
  const name = `e2e_template_${randomUUID().replaceAll('-', '')}`;
  await execute(serverUrl, `CREATE DATABASE ${name}`);
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    DATABASE_URL: databaseUrl(serverUrl, name),
    DATA_DIR: tmpdir(),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    TZ: 'UTC',
  };
  await promisify(execFile)(process.execPath, [join(ROOT, 'apps/admin/bundle/main.js'), 'migrate'], { env });
  return name;
}

export async function dropTemplate(serverUrl: string, name: string): Promise<void> {
  await execute(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
