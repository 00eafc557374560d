// @ts-check
/** The destinations: one HTTPS server on loopback that answers at once, or never for hosts that hang. */
import { createServer } from 'node:https';
import { serve } from './hand.mjs';

const { CERTIFICATE: cert, KEY: key } = process.env;

/** When each event came, by the number that it carries: milliseconds since 1970. @type {Map<number, number>} */
let arrivals = new Map();
/** @type {Set<string>} */
let hangs = new Set();

const server = createServer({ cert, key }, (request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const at = performance.timeOrigin + performance.now();
    const { data } = JSON.parse(Buffer.concat(chunks).toString());
    if (!arrivals.has(data.usedSeconds)) arrivals.set(data.usedSeconds, at);
    if (!hangs.has(request.headers.host ?? '')) response.end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1');

serve({
  port: () => /** @type {import('node:net').AddressInfo} */ (server.address()).port,
  forget: () => void (arrivals = new Map()),
  arrivals: () => arrivals,
  hang: (/** @type {string[]} */ hosts) => void (hangs = new Set(hosts)),
});
