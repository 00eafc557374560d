import { cutShort } from '@app/http/bodies';
import { AppError, type ErrorDetail, httpErrors } from '@app/http/errors';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { Request } from 'express';
import { MAX_FILE_BYTES } from '../intake/limits.js';
import { uploadErrors } from '../uploads.errors.js';

/** Bytes that a form may have beside its file. */
const FRAMING_BYTES = 1_000_000;

const MAX_PARTS = 20;

const tooLarge = () => httpErrors.too_large(`The file is larger than ${MAX_FILE_BYTES} bytes.`, { field: 'file' });

/** The name, type and bytes of the part `file`. */
export type Part = { readonly stream: BusboyFileStream; readonly filename: string; readonly contentType: string };

/** A form that is read once, as fast as its file is consumed. */
export class MultipartForm {
  readonly signal: AbortSignal;
  /** Settles when the last part has been read. */
  readonly ended: Promise<void>;
  /** Why reading ended early. */
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
      throw httpErrors.unsupported_media_type('Send the file as multipart/form-data, or with the tus protocol (Tus-Resumable).');
    }
    if (this.announced > MAX_FILE_BYTES + FRAMING_BYTES) throw tooLarge();
    this.signal = this.stop.signal;
    this.ended = new Promise((resolve, reject) => ([this.end, this.break] = [resolve, reject]));
    this.ended.catch(() => undefined); // it may fail before it is awaited
    try {
      const headers = { ...request.headers, 'content-type': type };
      const limits = {
        fileSize: MAX_FILE_BYTES,
        parts: MAX_PARTS,
        fieldSize: 1000,
        fieldNameSize: 100,
        headerPairs: 50,
        headerSize: 16_384,
      };
      this.parser = new Busboy({ headers, limits, defParamCharset: 'utf8' } as ConstructorParameters<typeof Busboy>[0]);
    } catch {
      throw uploadErrors.invalid_multipart('The Content-Type has no boundary.');
    }
  }

  /** The most bytes that the file can have. */
  get maxBytes(): number {
    return Math.min(this.announced, MAX_FILE_BYTES);
  }

  private get announced(): number {
    return this.request.headers['content-length'] === undefined ? MAX_FILE_BYTES : Number(this.request.headers['content-length']);
  }

  /** Reads the form and gives its file to `take`. @throws AppError 422 with what is wrong with it */
  async readParts(take: (part: Part) => Promise<void>): Promise<void> {
    let taking: Promise<void> | undefined;
    this.parser
      .on('file', (field: string, stream: BusboyFileStream, filename: string, _encoding: string, contentType: string) => {
        stream.on('error', () => undefined); // the parser reports the same error
        if (field !== 'file' || this.part) {
          this.faults.push(
            field === 'file' ? uploadErrors.invalid_multipart.detail('The form has more than one file.', field) : unknownField(field),
          );
          stream.resume();
          return;
        }
        stream.once('limit', () => this.fail(tooLarge()));
        this.part = { stream, filename, contentType };
        taking = take(this.part);
        taking.catch((error: unknown) => this.fail(error));
      })
      .on('field', (field: string) =>
        this.faults.push(
          field === 'file'
            ? uploadErrors.invalid_multipart.detail('The field has no filename, so it is text.', field)
            : unknownField(field),
        ),
      )
      .on('partsLimit', () => this.fail(uploadErrors.invalid_multipart(`The form has more than ${MAX_PARTS} parts.`)))
      .on('error', () => this.fail(uploadErrors.invalid_multipart('The form is not whole.')))
      .on('finish', () => this.conclude());
    this.request.once('error', () => this.fail(cutShort()));
    this.request.pipe(this.parser);
    // The row of a refused file is written before it is removed.
    await this.ended.finally(() => taking?.catch(() => undefined));
    await taking;
  }

  /** Reads no further. */
  fail(error: unknown): void {
    if (this.failure !== undefined) return;
    this.failure = error;
    this.request.unpipe(this.parser);
    this.request.resume(); // the rest is discarded
    this.stop.abort();
    this.part?.stream.destroy(error as Error);
    this.break(error);
  }

  private conclude(): void {
    if (!this.part) this.faults.push(uploadErrors.file_required.detail({}, 'file'));
    if (this.faults.length > 0) this.fail(new AppError('invalid', 'The form is not valid.', { errors: this.faults }));
    else this.end();
  }
}

function unknownField(field: string): ErrorDetail {
  return httpErrors.unknown_field.detail({ allowed: ['file'] }, field);
}
