import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** Major versions of Node in which the client and the command line are tested where they are installed. */
const MAJORS = [20, 22, 24];

/**
 * The Nodes of this machine by major version: the one that runs the tests, the one on the PATH, and those of
 * `TEST_NODES`, a list of executables in the form of a PATH.
 */
export function nodes(): [name: string, path: string][] {
  const { PATH = '', TEST_NODES = '' } = process.env;
  const onPath = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const found = new Map<number, string>();
  for (const path of [process.execPath, ...TEST_NODES.split(delimiter), ...onPath.map((folder) => join(folder, 'node'))].filter(Boolean)) {
    const major = Number(/^v(\d+)\./.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]);
    if (MAJORS.includes(major) && !found.has(major)) found.set(major, path);
  }
  const missing = MAJORS.filter((major) => !found.has(major));
  if (missing.length > 0) console.info(`TEST_NODES names no Node ${missing.join(', ')}: client and command line are not tried there.`);
  return [...found].sort(([one], [other]) => one - other).map(([major, path]) => [`Node ${major}`, path]);
}
