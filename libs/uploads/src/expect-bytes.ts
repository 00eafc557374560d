import type { IncomingMessage, ServerResponse } from 'node:http';
import { cutShort, tellToGoOn } from '@app/http';
import { IDLE_TIMEOUT_MS } from './limits.js';

/**
 * Tells a client that waits for it to go on, and cuts one off that then sends nothing for `idleMs`. What is done with the bytes may take
 * its time: who is not read, or has sent everything, is not idle. (A timeout of the socket would cut the answer, too.)
 * @throws AppError when the client has gone already: nothing more would be heard of it
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
