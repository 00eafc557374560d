import { createServer } from 'node:http';
import { expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { initialize } from './server.js';

it('a request may take longer than the five minutes that Node allows, since uploads take hours', async () => {
  const server = createServer();
  const app: Partial<Record<keyof INestApplication, unknown>> = {
    init: () => Promise.resolve(),
    getHttpAdapter: () => ({ getInstance: () => ({ use: () => undefined }) }),
    getHttpServer: () => server,
  };
  await initialize(app as unknown as INestApplication);
  expect(server.requestTimeout).toBe(0);
});
