import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { QueryRunner } from 'typeorm';
import { tellPending } from './health.queries.js';
import { healthOn } from './testing/health-on.js';
import { useDatabase } from './testing/use-database.js';

class First1790000000001 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE first (id int)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE first');
  }
}

const test = useDatabase([{ entities: [], migrations: [First1790000000001] }]);

/** A new process each time, so that nothing is cached. */
const missing = () => healthOn(test.db).missing();

it('a database without its table of migrations is named, and the check makes none', async () => {
  await test.db.query('ALTER TABLE migrations RENAME TO migrations_away');
  expect(await missing()).toEqual(['migrations']);
  await test.db.query('ALTER TABLE migrations_away RENAME TO migrations');
  expect(await missing()).toEqual([]);
});

it('a migration that has not run is named, and one of a newer build is not', async () => {
  await test.db.query(`INSERT INTO migrations (timestamp, name) VALUES (1790000000002, 'Newer1790000000002')`);
  expect(await missing()).toEqual([]);
  await test.db.query(`UPDATE migrations SET name = 'Other' WHERE name = 'First1790000000001'`);
  expect(await missing()).toEqual(['migrations']);
  await test.db.query(`UPDATE migrations SET name = 'First1790000000001' WHERE name = 'Other'`);
});

it('a process that has been ready notices when the schema is taken back', async () => {
  const health = healthOn(test.db);
  expect(await health.missing()).toEqual([]);
  await test.db.query('ALTER TABLE migrations RENAME TO migrations_away');
  try {
    for (let looks = 0; looks < 1000 && (await health.missing()).length === 0; looks += 1) await new Promise((go) => setTimeout(go, 20));
    expect(await health.missing()).toEqual(['migrations']);
  } finally {
    await test.db.query('ALTER TABLE migrations_away RENAME TO migrations');
  }
});

it('a flood of readiness checks costs the statements of one check a second', async () => {
  let statements = 0;
  const counting = new Proxy(test.db, {
    get: (db, name) => {
      if (name === 'query') statements += 1;
      return Reflect.get(db, name) as unknown;
    },
  });
  await healthOn(counting).missing();
  const once = statements;
  expect(once).toBeGreaterThan(0);
  const health = healthOn(counting);
  const began = performance.now();
  await Promise.all(Array.from({ length: 500 }, () => health.missing()));
  for (let looks = 0; looks < 500; looks += 1) await health.missing();
  const seconds = Math.ceil((performance.now() - began) / 1000);
  expect(statements - once).toBeLessThanOrEqual(once * (seconds + 1));
});

it('a process that starts on a database with a pending migration says so in its log, and how to run it', async () => {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) });
  await tellPending(test.db, log);
  expect(lines).toEqual([]);
  await test.db.query(`UPDATE migrations SET name = 'Other' WHERE name = 'First1790000000001'`);
  try {
    await tellPending(test.db, log);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      { level: 40, pending: ['First1790000000001'], msg: 'migrations are pending: npm run -s admin -- migrate' },
    ]);
  } finally {
    await test.db.query(`UPDATE migrations SET name = 'First1790000000001' WHERE name = 'Other'`);
  }
});
