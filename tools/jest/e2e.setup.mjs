import { build } from '../../apps/dev/src/build.ts';
import startPostgres from './postgres.setup.mjs';

/** Black-box suites run the built processes, each on a copy of one migrated database. */
export default async function setup() {
  await build();
  await startPostgres();
  const { createTemplate } = await import('../../libs/dev/stack/src/template.ts'); // what it imports is built
  process.env.E2E_TEMPLATE_DATABASE = await createTemplate(process.env.TEST_DATABASE_URL);
}
