import { failure } from '@app/http/server';
import { type AppError, httpErrors } from '@app/http/errors';
import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { uploadErrors } from '../uploads.errors.js';
import { TUS_WORDS } from './tus-failures.js';

type Header = {
  readonly description: string;
  readonly schema: { type: 'string' | 'integer'; minimum?: number; enum?: (string | number)[] };
  readonly example: string | number;
};

const version: Header = { description: 'The version of tus.', schema: { type: 'string', enum: ['1.0.0'] }, example: '1.0.0' };
const bytes = (description: string, example: number): Header => ({ description, schema: { type: 'integer', minimum: 0 }, example });

/** Headers of tus's answers, by name. */
const HEADERS = {
  'Tus-Resumable': version,
  'Upload-Offset': bytes('Bytes that have arrived.', 67108864),
  'Upload-Length': bytes('Bytes of the whole file, once that is known.', 734003200),
  'Upload-Defer-Length': { description: '1 while the length is not known.', schema: { type: 'integer', enum: [1] }, example: 1 },
  'Upload-Metadata': {
    description: 'As it was sent: names, each with a value in base64, separated by commas.',
    schema: { type: 'string' },
    example: 'filename dGFsay5tcDQ=,filetype dmlkZW8vbXA0',
  },
  'Upload-Expires': {
    description: 'When the upload expires unless more bytes arrive.',
    schema: { type: 'string' },
    example: 'Sun, 22 Nov 2026 12:00:00 GMT',
  },
  Location: {
    description: 'Path of the upload. Its last segment is the id.',
    schema: { type: 'string' },
    example: '/api/v1/uploads/01a1fd58-3a4c-7d10-8f0e-5b1d2c3e4f50',
  },
} satisfies Record<string, Header>;

type HeaderName = keyof typeof HEADERS;

export const tusHeaders = (...names: readonly HeaderName[]): Record<string, Header> =>
  Object.fromEntries(names.map((name) => [name, HEADERS[name]]));

const TOO_LARGE = 'With tus: the file is larger than 50 GiB, or longer than announced.';

type Failure = { readonly status?: number; readonly description: string; readonly error: AppError };

/** Failures of the protocol, with an example. */
const FAILURES = {
  400: {
    description: 'With tus: a header is missing or malformed, or the body has the wrong media type.',
    error: uploadErrors.invalid_tus_request(TUS_WORDS.length),
  },
  409: {
    description: 'The present state refuses the request; with tus also: `Upload-Offset` is not the number of bytes that have arrived.',
    error: uploadErrors.offset_conflict(),
  },
  410: { description: 'With tus: the upload has expired.', error: uploadErrors.upload_expired() },
  412: {
    description: 'With tus: the version is not supported; `Tus-Version` names those that are.',
    error: uploadErrors.unsupported_tus_version('Tus-Resumable is not supported; send 1.0.0.'),
  },
  413: { description: TOO_LARGE, error: httpErrors.too_large(TUS_WORDS.tooLarge) },
  too_long: { status: 413, description: TOO_LARGE, error: httpErrors.too_large(TUS_WORDS.tooLong) },
  423: {
    description: 'With tus: another request holds the upload, or it cannot be served now. Ask again later.',
    error: uploadErrors.upload_locked(),
  },
  501: { description: 'With tus: the extension is not supported.', error: uploadErrors.invalid_tus_request(TUS_WORDS.parallel) },
} satisfies Record<string, Failure>;

/** Declares failures of the protocol, beside those that every route has. */
export function ApiTusFailures(...failures: readonly (keyof typeof FAILURES)[]): MethodDecorator {
  const headers = tusHeaders('Tus-Resumable');
  return applyDecorators(
    ...failures.map((name) => {
      const declared: Failure = FAILURES[name];
      return ApiResponse({ ...failure(declared.status ?? Number(name), declared), headers });
    }),
  );
}

/** Declares the headers with which a client of tus begins an upload. */
export function ApiTusCreation(): MethodDecorator {
  const header = (name: HeaderName, description: string) => ApiHeader({ name, required: false, description, schema: HEADERS[name].schema });
  return applyDecorators(
    header('Tus-Resumable', 'Begins an upload in chunks.'),
    header('Upload-Length', 'With tus: bytes of the file.'),
    header('Upload-Defer-Length', 'With tus: 1 when the length is not known yet.'),
    header('Upload-Metadata', 'With tus: `filename` and `filetype`, each with a value in base64.'),
  );
}

export const ApiTusVersion = (required: boolean): MethodDecorator =>
  ApiHeader({ name: 'Tus-Resumable', required, description: 'Version of the tus protocol.', schema: { type: 'string', enum: ['1.0.0'] } });
