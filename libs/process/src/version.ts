import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the product: that of the repository's package.json, in a checkout and in the image. */
export function productVersion(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string };
  return version;
}

/** Answers `--version`, for a process that has no other arguments. @returns whether it was asked for */
export function tellVersion(argv: readonly string[]): boolean {
  const isAsked = argv.includes('--version');
  if (isAsked) process.stdout.write(`${productVersion()}\n`);
  return isAsked;
}
