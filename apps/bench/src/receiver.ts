/** The destinations: one HTTPS server on loopback that answers at once, or never for hosts that hang. */
import { createServer } from 'node:https';
import { serve } from './bench-child.ts';

const { CERTIFICATE: cert, KEY: key } = process.env;

/** When each event came, by the number that it carries: milliseconds since 1970. */
let arrivals = new Map<number, number>();
let hangs = new Set<string>();

const server = createServer({ cert, key }, (request, response) => {
  const chunks: Buffer[] = [];
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
  port: () => (server.address() as import('node:net').AddressInfo).port,
  forget: () => void (arrivals = new Map()),
  arrivals: () => arrivals,
  hang: (hosts: string[]) => void (hangs = new Set(hosts)),
});
