import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { refuseTakenPorts } from './ports.ts';

describe('before anything slow begins, npm start refuses', () => {
  const server = createServer();
  let port: number;
  beforeEach(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
    Object.assign(process.env, { HOST: '', PORT: '0', METRICS_PORT: '', WORKER_PORT: '' });
  });
  afterEach(() => void server.close());

  it.each(['PORT', 'METRICS_PORT', 'WORKER_PORT'])('npm start refuses a taken %s before anything slow begins', async (name) => {
    process.env[name] = String(port);
    await expect(refuseTakenPorts()).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken: stop what uses it, or set ${name} to another`);
  });

  it('npm start refuses one port for two processes, and names both variables', async () => {
    await new Promise((resolve) => server.close(resolve)); // now its port is free
    Object.assign(process.env, { METRICS_PORT: String(port), WORKER_PORT: String(port) });
    await expect(refuseTakenPorts()).rejects.toThrow(`METRICS_PORT and WORKER_PORT are both ${port}: set one of them to another`);
  });
});
