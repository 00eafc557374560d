/** The least that Node does for a feed: sends bytes from memory, or 304, and logs a line for each request. FILE. */
import { readFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const bytes = readFileSync(process.env.FILE ?? '');
const headers = { 'Content-Type': 'application/rss+xml', ETag: '"bare"' };

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === headers.ETag) response.writeHead(304, headers).end();
  else response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip', 'Content-Length': bytes.length }).end(bytes);
  writeSync(1, `${JSON.stringify({ time: new Date(), path: request.url })}\n`);
});
server.listen(0, '127.0.0.1', () => process.send?.({ type: 'ready', port: (server.address() as AddressInfo).port }));
