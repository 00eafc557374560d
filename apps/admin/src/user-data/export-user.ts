import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { exportRows, userTables } from '@app/database/user-data';
import { persistence } from '@app/product';
import type { UserFile } from '@app/uploads';
import { pack, type Pack } from 'tar-stream';
import type { DataSource } from 'typeorm';

type Exported = { readonly file: string; readonly bytes: number };

type Source = {
  readonly db: DataSource;
  readonly userId: string;
  /** Rows of downloads that PostgreSQL does not keep. */
  readonly downloads: AsyncIterable<string[]>;
  readonly files: AsyncIterable<UserFile>;
};

/**
 * Writes an archive with everything that the service holds of a user: `rows/<table>.ndjson`, and
 * `files/<upload>-<name>`. It has its name only when it is complete.
 */
export async function exportUser(source: Source, output: string): Promise<Exported> {
  const file = resolve(output);
  const work = await mkdtemp(join(dirname(file), '.user-export-')); // mode 0700, and on the disk that takes the archive
  try {
    const part = join(work, 'archive.tar.gz');
    const archive = pack();
    const written = pipeline(archive, createGzip(), createWriteStream(part, { mode: 0o600 }));
    const filled = fill(archive, source, join(work, 'rows'));
    await Promise.all([written, filled]);
    await rename(part, file);
    return { file, bytes: (await stat(file)).size };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function fill(archive: Pack, { db, userId, downloads, files }: Source, rows: string): Promise<void> {
  try {
    const tables = userTables(persistence);
    const addRows = async (name: string, batches: AsyncIterable<readonly string[]>) => {
      const bytes = await writeLines(batches, rows);
      if (bytes > 0) await add(archive, { name: `rows/${name}.ndjson`, size: bytes }, createReadStream(rows));
    };
    for (const table of tables.toReversed()) await addRows(table.name, exportRows(db, table, tables, userId));
    await addRows('downloads-of-clickhouse', downloads);
    for await (const { id, filename, byteSize, read } of files)
      await add(archive, { name: `files/${id}${safe(filename)}`, size: byteSize }, Readable.from(read()));
    archive.finalize();
  } catch (error) {
    archive.destroy(error as Error);
    throw error;
  }
}

/** An entry of an archive begins with its length, so rows are written to a file first. @returns its length */
async function writeLines(batches: AsyncIterable<readonly string[]>, path: string): Promise<number> {
  const file = createWriteStream(path, { mode: 0o600 });
  await pipeline(linesOf(batches), file);
  return file.bytesWritten;
}

async function* linesOf(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const lines of batches) yield `${lines.join('\n')}\n`;
}

async function add(archive: Pack, entry: { readonly name: string; readonly size: number }, content: Readable): Promise<void> {
  await pipeline(content, archive.entry(entry));
}

/** The name that the user gave the file, without anything that a path is made of. */
function safe(filename: string | null): string {
  return filename === null ? '' : `-${filename.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(-100)}`;
}
