import { rm } from 'node:fs/promises';

export default async function teardown() {
  if (!globalThis.testPostgres) return;
  const { postgres, dir } = globalThis.testPostgres;
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}
