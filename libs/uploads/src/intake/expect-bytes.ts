import type { IncomingMessage, ServerResponse } from 'node:http';
import { cutShort, tellToGoOn } from '@app/http/bodies';
import { IDLE_TIMEOUT_MS } from './limits.js';

/**
 * Chunks that may be of any size, and bytes that more of them have on average: each takes 200 bytes more wherever it
 * waits. A chunk is one of the transfer encoding, or what one segment of TCP brings.
 */
const SMALL_CHUNKS = 1000;
const MIN_CHUNK_BYTES = 64;

/**
 * Tells a client that expects it to continue, and ends the request of a client that then sends nothing for `idleMs`. A
 * client whose bytes are not read, or that has sent them all, is not idle. A timeout of the socket would also end the
 * response. Ends the request of a client that sends its file in chunks of a few bytes.
 * @throws AppError when the client has disconnected: no further event would come
 */
export function expectBytes(request: IncomingMessage, response: ServerResponse, idleMs = IDLE_TIMEOUT_MS): void {
  if (request.destroyed) throw cutShort();
  tellToGoOn(request, response);
  const { socket } = request;
  let [read, since] = [socket.bytesRead, performance.now()];
  const watch = setInterval(() => {
    if (socket.bytesRead !== read || !request.readableFlowing) [read, since] = [socket.bytesRead, performance.now()];
    else if (performance.now() - since >= idleMs) request.destroy();
  }, idleMs / 12);
  let [chunks, bytes] = [0, 0];
  request.on('data', ({ length }: Uint8Array) => {
    [chunks, bytes] = [chunks + 1, bytes + length];
    if (chunks > SMALL_CHUNKS && bytes / chunks < MIN_CHUNK_BYTES) request.destroy();
  });
  for (const end of ['end', 'close']) request.once(end, () => clearInterval(watch));
}
