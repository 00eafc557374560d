import type { Context } from '../context.js';
import { writeText } from '../files.js';

/** The version that a `put` may replace: the one that was read, with `force` any, else none (contract 2.5). */
export type Replacing = { readonly ifMatch?: string; readonly force?: boolean };

export function conditionOf({ ifMatch, force }: Replacing): Record<string, string> {
  if (force) return {};
  if (ifMatch === undefined) return { 'If-None-Match': '*' };
  return { 'If-Match': ifMatch === '*' || ifMatch.includes('"') ? ifMatch : `"${ifMatch}"` };
}

/** Writes what was downloaded, and names the version for `put --if-match`. What goes to stdout is the content alone. */
export async function written(
  context: Context,
  output: string | undefined,
  { data, response }: { data: string; response: Response },
): Promise<void> {
  await writeText(output, data, context);
  if (output === undefined || output === '-') return;
  const version = response.headers.get('ETag')?.replaceAll(/^W\/|"/g, '') ?? null; // weak where a proxy compresses
  if (version !== null) context.err(`${output}: version ${version}\n`);
  if (context.isJson()) context.answer({ file: output, version }, () => '');
}
