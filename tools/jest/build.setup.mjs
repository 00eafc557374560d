import { build } from '../build.mjs';

/** The operator's CLI is a built process, also where the deployment under test is not ours. */
export default async function setup() {
  await build();
}
