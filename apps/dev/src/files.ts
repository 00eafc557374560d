import { existsSync, readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';

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
