import { build } from '../../apps/dev/src/build.ts';
import startPostgres from './postgres.setup.mjs';

/** Black-box suites run the built processes. */
export default async function setup() {
  await build();
  await startPostgres();
}
