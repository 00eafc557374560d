import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @returns 0 if the file does not exist */
export function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** @returns paths relative to `directory`, with `/` */
export function filesBelow(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(`${directory}/${entry.name}`).map((file) => `${entry.name}/${file}`) : [entry.name],
  );
}

/** Writes a file atomically, unless it has this content already: watchers of `dist` see changes alone. */
export function place(path: string, content: Buffer): void {
  if (existsSync(path) && readFileSync(path).equals(content)) return utimesSync(path, new Date(), new Date());
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}

/** Places files in a folder, and `last` after the others, which it names. Then nothing else is in the folder. */
export function publish(folder: string, files: ReadonlyMap<string, Buffer>, last: string): void {
  for (const [file, content] of [...files].sort(([one], [other]) => Number(one === last) - Number(other === last))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    place(join(folder, file), content);
  }
  removeOthers(folder, files);
}

/** Removes the files of a folder that are not among these, but for those that another build is about to rename. */
export function removeOthers(folder: string, expected: { has(file: string): boolean }): void {
  for (const old of filesBelow(folder)) if (!expected.has(old) && !old.endsWith('.tmp')) rmSync(join(folder, old), { force: true });
}
