import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { FileError, Refused, UsageError } from './failures.js';
import type { Terminal } from './terminal.js';

/** Bytes of a file that is read whole. The API takes transcripts of 10 MiB, whose repair may begin with UTF-16. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The bytes of a file, or of stdin for `-`. @throws UsageError */
export async function readBytes(file: string, { stdin }: Pick<Terminal, 'stdin'>): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const read of file === '-' ? stdin : createReadStream(file)) {
      const chunk = Buffer.from(read as Uint8Array);
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_BYTES) throw new UsageError(`${file} has more than ${MAX_BYTES} bytes: is it the right file?`);
    }
  } catch (error) {
    throw error instanceof UsageError ? error : new FileError(file, 'read', error as Error);
  }
  return Buffer.concat(chunks);
}

/** The text of a file in UTF-8. @throws Refused when it is in another encoding */
export async function readText(file: string, terminal: Pick<Terminal, 'stdin'>): Promise<string> {
  const bytes = await readBytes(file, terminal);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refused(`${file} is not UTF-8: podcast transcript fix writes it anew.`, { code: 'not_utf8' });
  }
}

/** @throws Refused when a text is not JSON */
export function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refused(`${file} is not JSON: ${(error as Error).message}`);
  }
}

/** Writes to a file, or to stdout when none is named. */
export async function writeText(file: string | undefined, text: string, { out }: Pick<Terminal, 'out'>): Promise<void> {
  if (file === undefined || file === '-') return out(text);
  await writeFile(file, text).catch((error: Error) => Promise.reject(new FileError(file, 'written', error)));
}
