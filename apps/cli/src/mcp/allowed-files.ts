import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { relative, resolve, isAbsolute } from 'node:path';
import { ArgumentError } from '@app/agent-tools';
import { FileError, reasonOf } from '../failures.js';

/** Bytes at the begin of a file that tell what it is. */
const HEAD_BYTES = 4096;

/** The files below a folder. Links that lead out of it are refused. */
export class AllowedFiles {
  private constructor(private readonly root: string) {}

  /** @throws FileError */
  static async below(folder: string): Promise<AllowedFiles> {
    return new AllowedFiles(await realpath(folder).catch((error: Error) => Promise.reject(new FileError(folder, 'read', error))));
  }

  /**
   * Opens a file whose first bytes say that it is what it is sent as: an agent may be talked into sending another one.
   * @throws ArgumentError
   */
  async open(path: unknown, kind: FileKind): Promise<FileHandle> {
    if (typeof path !== 'string' || path === '') throw new ArgumentError('file must be a path.');
    const refuse = (error: NodeJS.ErrnoException) => Promise.reject(new ArgumentError(`${path} cannot be read: ${reasonOf(error)}`));
    const file = await realpath(resolve(this.root, path)).catch(refuse);
    const below = relative(this.root, file);
    if (below === '' || below.split(/[\\/]/)[0] === '..' || isAbsolute(below))
      throw new ArgumentError(`${path} is not below the folder that --allow names.`);
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(refuse);
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      const { bytesRead } = (await handle.stat()).isFile() ? await handle.read(head, 0, HEAD_BYTES, 0) : { bytesRead: 0 };
      if ((await realpath(file).catch(refuse)) !== file || !BEGINNINGS[kind](head.subarray(0, bytesRead)))
        throw new ArgumentError(`${path} does not begin like a ${kind}.`);
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }
}

export type FileKind = keyof typeof BEGINNINGS;

const BEGINNINGS = { video: isVideo, transcript: isTranscript } as const;

/** Signatures of containers, by the byte at which they stand. */
const CONTAINERS: readonly (readonly [at: number, bytes: string])[] = [
  ...['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide'].map((box) => [4, box] as const), // MP4, QuickTime
  [0, '\x1a\x45\xdf\xa3'], // Matroska, WebM
  [8, 'AVI '],
  [0, '\0\0\x01\xba'], // MPEG program stream
  [0, 'FLV\x01'],
  [0, 'OggS'],
  [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11'], // Windows Media
  [0, '\x06\x0e\x2b\x34'], // MXF
];

function isVideo(head: Buffer): boolean {
  const isTransportStream = head[0] === 0x47 && head[188] === 0x47;
  return isTransportStream || CONTAINERS.some(([at, bytes]) => head.toString('latin1', at, at + bytes.length) === bytes);
}

function isTranscript(head: Buffer): boolean {
  return /^(\ufeff?WEBVTT\s|[^]*\d\s*-->\s*\d)/.test(head.toString('utf8'));
}
