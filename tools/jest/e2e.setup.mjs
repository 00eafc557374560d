import { build } from '../../apps/dev/src/build.ts';
import { createTemplate } from '../../libs/dev/stack/src/template.ts';
import startPostgres from './postgres.setup.mjs';

/** Black-box suites run the built processes, each on a copy of one migrated database. */
export default async function setup() {
  await build();
  await startPostgres();
  process.env.E2E_TEMPLATE_DATABASE = await createTemplate(process.env.TEST_DATABASE_URL);
}
