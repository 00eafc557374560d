import { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { ApiError } from './errors.js';

/** A file, and in Node.js also a Buffer or a readable stream. */
export type Upload = Blob | Uint8Array | NodeStream;

/** A stream of `node:fs`. Give its length as `size`. */
type NodeStream = { readonly pipe: (...args: never[]) => unknown; readonly readable: boolean };

export type UploadOptions = {
  readonly filename?: string;
  /** A media type such as `video/mp4`; that of the file unless given. */
  readonly contentType?: string;
  /** Bytes, needed for a stream. */
  readonly size?: number;
  /** Bytes of one request; 64 MiB unless given. Every request counts towards the limit: take 16 MiB or more. */
  readonly chunkSize?: number;
  /** The id of an upload that was begun before: it is continued, or begun anew when it has expired. */
  readonly resume?: string;
  /** Told the id as soon as it is known. Keep it, and give it as `resume` after a restart. */
  readonly onCreated?: (id: string) => void;
  readonly onProgress?: (sentBytes: number, totalBytes: number) => void;
  /** Aborting pauses the upload: what the API has received stays there for 24 hours. */
  readonly signal?: AbortSignal;
};

type Connection = {
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly authorization: () => Promise<string>;
};

const CHUNK_SIZE = 64 * 1024 * 1024;
const RETRY_DELAYS_MS = [0, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000];

/** Uploads with the tus protocol. @returns the upload's id @throws ApiError when the API refuses it */
export function upload(connection: Connection, file: Upload, options: UploadOptions = {}): Promise<{ readonly id: string }> {
  const { signal, onCreated, resume } = options;
  const endpoint = `${connection.baseUrl.replace(/(?<!\/)\/+$/, '')}/api/v1/uploads`;
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      void run.abort().then(() => reject(signal?.reason as Error));
    };
    const run = new TusUpload(file as Blob, {
      endpoint,
      uploadUrl: resume === undefined ? null : `${endpoint}/${encodeURIComponent(resume)}`,
      uploadSize: options.size ?? null,
      chunkSize: options.chunkSize ?? CHUNK_SIZE,
      metadata: metadataOf(file, options),
      headers: { ...connection.headers },
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => request.setHeader('Authorization', await connection.authorization()),
      onShouldRetry: ({ originalRequest, originalResponse }) =>
        isWorthRetrying(originalRequest.getMethod(), originalResponse?.getStatus() ?? 0),
      onProgress: options.onProgress ?? null,
      onUploadUrlAvailable: () => onCreated?.(idOf(run.url)),
      onSuccess: () => {
        signal?.removeEventListener('abort', stop);
        resolve({ id: idOf(run.url) });
      },
      onError: (error) => {
        signal?.removeEventListener('abort', stop);
        reject(asApiError(error));
      },
    });
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    run.start();
  });
}

function metadataOf(file: Upload, { filename, contentType }: UploadOptions): Record<string, string> {
  const { name, type } = file as Partial<File>;
  const metadata = { filename: filename ?? name, filetype: contentType ?? type };
  return Object.fromEntries(Object.entries(metadata).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/**
 * No answer at all, a lock that another request holds, a limit, or a server that is unavailable. 409 to a PATCH is an
 * offset that does not match: it is asked for before the next try. Any other 409, such as `too_many_uploads`, does not
 * pass by waiting.
 */
function isWorthRetrying(method: string, status: number): boolean {
  return status === 0 || (status === 409 && method === 'PATCH') || status === 423 || status === 429 || status >= 500;
}

/** The last segment of an upload's URL. */
function idOf(url: string | null): string {
  return decodeURIComponent(new URL(url ?? '', 'http://localhost').pathname.split('/').at(-1) ?? '');
}

function asApiError(error: Error): Error {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  return response ? ApiError.read(response.getStatus(), response.getBody(), (name) => response.getHeader(name)) : error;
}
