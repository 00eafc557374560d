/** The least that waiting requests cost: a server that holds each as long as it asks for. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  const seconds = Number(new URL(request.url ?? '', 'http://bare').searchParams.get('wait'));
  const timer = setTimeout(() => response.end('{}'), seconds * 1000);
  response.once('close', () => clearTimeout(timer));
});
server.listen(0, () => process.send?.({ type: 'ready', port: (server.address() as AddressInfo).port }));
