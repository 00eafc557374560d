/** The baseline of refusals: node:http answering 429 to everybody, with the body and headers of the api's. */
import { createServer } from 'node:http';

const message = 'Too many requests.';
const body = JSON.stringify({ message, errors: [{ field: null, code: 'rate_limited', message }] });
const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body), 'Retry-After': '60' };

const server = createServer((_request, response) => response.writeHead(429, headers).end(body));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ type: 'ready', port: typeof address === 'object' ? address?.port : 0 });
});
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
