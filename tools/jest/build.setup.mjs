import { build } from '../../apps/dev/src/build.ts';

/** The operator's CLI is a built process, also where the deployment under test is not ours. */
export default async function setup() {
  await build();
}
