import { build } from '@app/dev/build';
import startPostgres, { stopPostgres } from '@app/embedded-postgres/jest-setup';
import type { startFixtureLoader as StartFixtureLoader } from '../fixture-loader.ts';

let fixtureLoader: Awaited<ReturnType<typeof StartFixtureLoader>> | undefined;

/** Black-box suites run the built processes, each on a copy of one migrated database with fixtures from here. */
export default async function setup(): Promise<void> {
  await build();
  await startPostgres();
  // What they import is built.
  const { createTemplate } = await import('../template.ts');
  const { startFixtureLoader } = await import('../fixture-loader.ts');
  process.env['E2E_TEMPLATE_DATABASE'] = await createTemplate(process.env['TEST_DATABASE_URL'] ?? '');
  fixtureLoader = await startFixtureLoader();
  process.env['E2E_FIXTURE_LOADER'] = fixtureLoader.url;
}

export async function teardown(): Promise<void> {
  await fixtureLoader?.stop();
  const { dropTemplate } = await import('../template.ts');
  await dropTemplate(process.env['TEST_DATABASE_URL'] ?? '', process.env['E2E_TEMPLATE_DATABASE'] ?? '');
  await stopPostgres();
}
