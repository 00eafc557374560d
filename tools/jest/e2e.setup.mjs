import { build } from '../../apps/dev/src/build.ts';
import startPostgres from './postgres.setup.mjs';

/** Black-box suites run the built processes, each on a copy of one migrated database, whose fixtures are loaded from here. */
export default async function setup() {
  await build();
  await startPostgres();
  // What they import is built.
  const { createTemplate } = await import('../../libs/dev/stack/src/template.ts');
  const { startFixtureLoader } = await import('../../libs/dev/stack/src/fixture-loader.ts');
  process.env.E2E_TEMPLATE_DATABASE = await createTemplate(process.env.TEST_DATABASE_URL);
  globalThis.fixtureLoader = await startFixtureLoader();
  process.env.E2E_FIXTURE_LOADER = globalThis.fixtureLoader.url;
}
