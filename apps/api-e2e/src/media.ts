import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** Real media. @param dir a folder for its files */
export class Media {
  constructor(private readonly dir: string) {}

  /** A file that ffmpeg writes. */
  file(name: string, ...args: readonly string[]): Buffer {
    this.run([...args, name]);
    return readFileSync(join(this.dir, name));
  }

  /** Through a pipe, as a browser records: nobody can go back and write a duration into the head. */
  stream(...args: readonly string[]): Buffer {
    return this.run([...args, '-']);
  }

  private run(args: readonly string[]): Buffer {
    const { status, stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: this.dir, maxBuffer: 1e9 });
    if (status !== 0) throw new Error(String(stderr));
    return stdout;
  }
}

/** So many seconds of pictures, or of sound. */
export const pictures = (seconds: number) => ['-f', 'lavfi', '-i', `testsrc=size=64x64:rate=10:duration=${seconds}`];
export const sound = (seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];

/** A copy of a file in which `change` writes behind every occurrence of a name. */
export function forged(bytes: Buffer, name: Buffer, change: (bytes: Buffer, at: number) => void): Buffer {
  const all = Buffer.from(bytes);
  for (let at = all.indexOf(name); at >= 0; at = all.indexOf(name, at + 1)) change(all, at + name.length);
  return all;
}
