import { build } from '@app/dev/build';

/** The operator's CLI is a built process, also where the deployment under test is not ours. */
export default async function setup(): Promise<void> {
  await build();
}
