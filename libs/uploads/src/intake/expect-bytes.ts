import type { IncomingMessage, ServerResponse } from 'node:http';
import { cutShort, tellToGoOn } from '@app/http/bodies';
import { IDLE_TIMEOUT_MS } from './limits.js';

/**
 * Tells a client that expects it to continue, and ends the request of a client that then sends nothing for `idleMs`. A client whose bytes
 * are not read, or that has sent them all, is not idle. A timeout of the socket would also end the response.
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
  for (const end of ['end', 'close']) request.once(end, () => clearInterval(watch));
}
