import type { Tree } from '@nx/devkit';

/** Changes a file. Fails if the change finds nothing to change: then the generator is behind the code. */
export function edit(tree: Tree, path: string, change: (text: string) => string): void {
  const before = tree.read(path, 'utf8');
  if (before === null) throw new Error(`${path} is missing: adapt tools/workspace.`);
  const after = change(before);
  if (after === before) throw new Error(`${path} has no place for the feature: adapt tools/workspace.`);
  tree.write(path, after);
}

/** Inserts a line before the first line of a kind that sorts after it, else after the last of them. */
export function insertSorted(text: string, kind: RegExp, line: string): string {
  const lines = [...text.matchAll(kind)];
  const next = lines.find(([found]) => found > line);
  const last = lines.at(-1);
  if (next) return `${text.slice(0, next.index)}${line}\n${text.slice(next.index)}`;
  if (!last) return text;
  const end = last.index + last[0].length;
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`;
}
