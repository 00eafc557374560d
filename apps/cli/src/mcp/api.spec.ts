import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { toolsOf } from '@app/agent-tools';
import { sendTo } from './api.js';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const [TOOL] = toolsOf({
  info: { version: '1' },
  paths: { '/api/v1/token': { get: { operationId: 'getToken', security: [{ bearer: [] }], parameters: [] } } },
});

const call = (baseUrl: string) => sendTo({ baseUrl, token: 'pat_secret' })(TOOL!, {}, new AbortController().signal);

it('a call carries the token, and its answer has status, headers and text', async () => {
  const baseUrl = await serve(({ headers }, response) => void response.setHeader('ETag', '"v1"').end(headers.authorization));
  expect(await call(baseUrl)).toMatchObject({ status: 200, headers: { etag: '"v1"' }, body: 'Bearer pat_secret' });
});

it('a redirect is an answer, and nothing is sent where it leads: the token is for one origin', async () => {
  let asked = 0;
  const elsewhere = await serve((_, response) => {
    asked += 1;
    response.end();
  });
  const baseUrl = await serve((_, response) => void response.writeHead(307, { Location: elsewhere }).end());
  expect(await call(baseUrl)).toMatchObject({ status: 307 });
  expect(asked).toBe(0);
});
