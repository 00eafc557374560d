import { dropTemplate } from '../../libs/dev/stack/src/template.ts';
import stopPostgres from './postgres.teardown.mjs';

export default async function teardown() {
  globalThis.fixtureLoader.closeAllConnections();
  globalThis.fixtureLoader.close();
  await dropTemplate(process.env.TEST_DATABASE_URL, process.env.E2E_TEMPLATE_DATABASE);
  await stopPostgres();
}
