import type { IncomingMessage } from 'node:http';

/** Bytes of a body that are buffered until the storage takes them. */
const BUFFER_BYTES = 256 * 1024;

/** The body as a web stream, chunk by chunk. Node's own adapter would copy every chunk. */
export function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        request.on('data', (chunk: Uint8Array) => {
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) request.pause();
        });
        request.once('end', () => controller.desiredSize !== null && controller.close());
        request.once('error', (error) => controller.error(error));
        request.pause();
      },
      pull: () => void request.resume(),
    },
    { highWaterMark: BUFFER_BYTES, size: ({ byteLength }) => byteLength },
  );
}

/** Discards the rest of a body whose reader has stopped and left the request paused. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.removeAllListeners('data');
  request.resume();
}
