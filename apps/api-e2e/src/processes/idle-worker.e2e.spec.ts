import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Stack } from '../stack.js';
import { StatementCounter } from '../statement-counter.js';

/** The start of a worker sends statements of its own. A minute has each of the ticks that come more often. */
const SETTLED_MS = 15_000;
const WATCHED_SECONDS = 60;

jest.setTimeout(240_000);

let counter: StatementCounter;
let stack: Stack;

beforeAll(async () => {
  stack = await Stack.create();
  counter = await StatementCounter.to(stack.databaseUrl);
});
afterAll(async () => {
  await stack?.destroy();
  await counter?.close();
});

it('an idle worker with the queue in PostgreSQL sends at most 5 statements a second (contract 16.9)', async () => {
  await stack.start('worker', { DATABASE_URL: counter.url });
  await sleep(SETTLED_MS);
  counter.statements.length = 0;
  await sleep(WATCHED_SECONDS * 1000);
  expect(counter.statements.length).toBeGreaterThan(WATCHED_SECONDS / 2); // it was this worker that was counted
  const often = [...Map.groupBy(counter.statements, (text) => text.replaceAll(/\s+/g, ' ').slice(0, 100))];
  const counts = often.map(([text, all]) => `${all.length} ${text}`);
  if (counter.statements.length > 5 * WATCHED_SECONDS) expect(counts).toEqual([]); // names them
});
