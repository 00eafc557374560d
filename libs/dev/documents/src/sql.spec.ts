import { globSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ROOT, textOf } from './root.ts';

/** Statements of a session, connection or server, and the call of a function: docs/adr/0002-typeorm-in-the-open.md. */
const OUTSIDE_OF_QUERIES = [
  'libs/database/src/guarded-client.ts',
  'libs/database/src/migrate.ts',
  'libs/database/src/session.ts',
  'libs/rate-limit/src/windows/postgres-sliding-window.ts',
  'libs/uploads/src/locks/lock-session.ts',
];

it('SQL of features is in files named *.queries.ts', () => {
  const files = globSync(['libs/*/src/**/*.ts', 'apps/{api,worker,admin}/src/**/*.ts'], { cwd: ROOT }).filter(
    (path) => !/\.queries\.ts$|\.spec\.ts$|\/migrations\/|testing/.test(path),
  );
  expect(files.length).toBeGreaterThan(300);
  const holdsSql = (path: string) => /['"`]\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|SET LOCAL) [\w."*$(]/.test(textOf(path));
  expect(files.filter(holdsSql).sort()).toEqual(OUTSIDE_OF_QUERIES);
});
