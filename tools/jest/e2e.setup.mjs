import { build } from '../build.mjs';
import startPostgres from './postgres.setup.mjs';

/** Black-box suites run the built processes. */
export default async function setup() {
  await build();
  await startPostgres();
}
