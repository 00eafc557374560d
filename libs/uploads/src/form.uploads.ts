import type { Readable } from 'node:stream';
import { AppError, cutShort, invalid, type ErrorDetail } from '@app/http';
import { newId } from '@app/platform';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { Inject, Injectable } from '@nestjs/common';
import { Upload as TusUpload } from '@tus/utils';
import type { Request, Response } from 'express';
import { described } from './described.js';
import { expectBytes } from './expect-bytes.js';
import { MOST_BYTES } from './limits.js';
import { UPLOAD_STORAGE, type UploadStorage } from './storage.js';
import { tusStatus } from './tus-error.js';
import { TusEndpoint } from './tus.endpoint.js';
import { UploadLocks } from './upload-locks.js';
import { UploadsQueries } from './uploads.queries.js';

/** Bytes that a form may have beside its file, and most of its other parts. */
const FRAMING_BYTES = 1_000_000;
const MOST_PARTS = 20;

const malformed = (why: string) => invalid(null, 'invalid_multipart', why);
const tooLarge = () => invalid('file', 'too_large', `The file is larger than ${MOST_BYTES} bytes.`);

/** The name, type and bytes of the part `file`. */
type Part = { readonly stream: BusboyFileStream; readonly filename: string; readonly contentType: string };

/** Uploads in one request: `multipart/form-data` with the field `file`, streamed into the storage as it comes. */
@Injectable()
export class FormUploads {
  constructor(
    @Inject(UPLOAD_STORAGE) private readonly storage: UploadStorage,
    private readonly uploads: UploadsQueries,
    private readonly locks: UploadLocks,
    private readonly tus: TusEndpoint,
  ) {}

  /**
   * @returns the id of the complete upload
   * @throws AppError 422 `unsupported_media_type`, `invalid_multipart`, `file_required`, `unknown_field`, `too_large`, `empty_file`; then
   *   nothing is left of what was sent
   */
  async receive(request: Request, response: Response, userId: string): Promise<string> {
    const form = new Form(request);
    expectBytes(request, response);
    let id: string | undefined;
    try {
      await form.read(async (part) => {
        id = newId();
        await this.store(id, userId, part, form);
      });
    } catch (error) {
      if (id !== undefined) await this.tus.remove(id).catch(() => undefined); // it expires by itself
      throw tusStatus(error) === undefined ? error : new AppError('unavailable', 'The file could not be stored.');
    }
    if (id === undefined) throw new Error('a form without a file is refused');
    return id;
  }

  private async store(id: string, userId: string, { stream, filename, contentType }: Part, form: Form): Promise<void> {
    await this.uploads.insert({ id, userId, byteSize: null, ...described(filename, contentType) });
    const lock = this.locks.newLock(id);
    const going = () => form.fail(new AppError('unavailable', 'The upload was ended; send it again.'));
    await lock.lock(form.signal, going);
    try {
      await this.storage.create(new TusUpload({ id, size: form.mostBytes, offset: 0 }));
      const byteSize = await this.tus.store.write(stream as Readable, id, 0).catch((error: unknown) => {
        throw form.failure ?? error;
      });
      await form.ended;
      if (byteSize === 0) throw invalid('file', 'empty_file', 'The file is empty.');
      await this.tus.store.end(id, byteSize);
    } finally {
      await lock.unlock();
    }
  }
}

/** A form that is being read: one pass, at the pace of whoever takes its file. */
class Form {
  readonly signal: AbortSignal;
  /** Settles when the last part has been read. */
  readonly ended: Promise<void>;
  /** Why it was not read to its end. */
  failure: unknown;
  private readonly parser: InstanceType<typeof Busboy>;
  private readonly stop = new AbortController();
  private readonly faults: ErrorDetail[] = [];
  private part: Part | undefined;
  private end!: () => void;
  private break!: (error: unknown) => void;

  constructor(private readonly request: Request) {
    const type = request.headers['content-type'] ?? '';
    if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
      throw invalid(null, 'unsupported_media_type', 'Send the file as multipart/form-data, or with the tus protocol (Tus-Resumable).');
    }
    if (this.announced > MOST_BYTES + FRAMING_BYTES) throw tooLarge();
    this.signal = this.stop.signal;
    this.ended = new Promise((resolve, reject) => ([this.end, this.break] = [resolve, reject]));
    this.ended.catch(() => undefined); // it may break before anybody waits for it
    try {
      const headers = { ...request.headers, 'content-type': type };
      const limits = { fileSize: MOST_BYTES, parts: MOST_PARTS, fieldSize: 1000, fieldNameSize: 100, headerPairs: 50, headerSize: 16_384 };
      this.parser = new Busboy({ headers, limits, defParamCharset: 'utf8' } as ConstructorParameters<typeof Busboy>[0]);
    } catch {
      throw malformed('The Content-Type has no boundary.');
    }
  }

  /** More bytes than the file can have. */
  get mostBytes(): number {
    return Math.min(this.announced, MOST_BYTES) + 1;
  }

  private get announced(): number {
    return this.request.headers['content-length'] === undefined ? MOST_BYTES : Number(this.request.headers['content-length']);
  }

  /** Reads the form and gives its file to `take`. @throws AppError 422 with what is wrong with it */
  async read(take: (part: Part) => Promise<void>): Promise<void> {
    let taking: Promise<void> | undefined;
    this.parser
      .on('file', (field: string, stream: BusboyFileStream, filename: string, _encoding: string, contentType: string) => {
        stream.on('error', () => undefined); // told by the parser, too
        if (field !== 'file' || this.part) {
          this.faults.push(field === 'file' ? ONE_FILE : unknownField(field));
          stream.resume();
          return;
        }
        stream.once('limit', () => this.fail(tooLarge()));
        this.part = { stream, filename, contentType };
        taking = take(this.part);
        taking.catch((error: unknown) => this.fail(error));
      })
      .on('field', (field: string) => this.faults.push(unknownField(field)))
      .on('partsLimit', () => this.fail(malformed(`The form has more than ${MOST_PARTS} parts.`)))
      .on('error', () => this.fail(malformed('The form is not whole.')))
      .on('finish', () => this.conclude());
    this.request.once('error', () => this.fail(cutShort()));
    this.request.pipe(this.parser);
    await this.ended;
    await taking;
  }

  /** Reads no further. */
  fail(error: unknown): void {
    if (this.failure !== undefined) return;
    this.failure = error;
    this.request.unpipe(this.parser);
    this.request.resume(); // what is still coming is thrown away (platform/http/server.ts)
    this.stop.abort();
    this.part?.stream.destroy(error as Error);
    this.break(error);
  }

  private conclude(): void {
    if (!this.part) this.faults.push({ field: 'file', code: 'file_required', message: 'The form has no file in the field "file".' });
    if (this.faults.length > 0) this.fail(new AppError('invalid', 'The form is not valid.', { errors: this.faults }));
    else this.end();
  }
}

const ONE_FILE: ErrorDetail = { field: 'file', code: 'invalid_multipart', message: 'The form has more than one file.' };

function unknownField(field: string): ErrorDetail {
  return { field, code: 'unknown_field', message: 'There is no such field.' };
}
