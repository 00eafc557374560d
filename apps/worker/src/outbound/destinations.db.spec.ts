import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { authPersistence } from '@app/auth';
import { outboundAsking, TestAuthority, TestDnsServer } from '@app/outbound/testing';
import { outboxPersistence } from '@app/outbox';
import { healthOn, useDatabase } from '@app/database/testing';
import { attempted, aUser, aWorker } from '@app/webhooks/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

const HOST = 'hooks.example.com';

const test = useDatabase([authPersistence, outboxPersistence]);
const trusted = getCACertificates('default');
let server: Server;
let requests = 0;
let dns: TestDnsServer;
let outbound: ReturnType<typeof outboundAsking>;
let worker: ReturnType<typeof aWorker>;

beforeAll(async () => {
  const authority = await TestAuthority.create();
  setDefaultCACertificates([...trusted, authority.pem]);
  server = createServer(await authority.issue({ names: [HOST] }), (request, response) => {
    requests += 1;
    void text(request).then((body) => response.end(JSON.stringify((JSON.parse(body) as { data: unknown }).data)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(async () => {
  await test.db.query('DELETE FROM users');
  requests = 0;
  dns = await TestDnsServer.listen({
    'nothing.example': ['NXDOMAIN'],
    'broken.example': ['SERVFAIL'],
    'silent.example': ['silence'],
    'ipv6.example': [[]],
    'private.example': [['10.0.0.1']],
    'loopback.example': [['127.0.0.1']],
    'mixed.example': [['8.8.8.8', '169.254.169.254']],
    'turning.example': [['8.8.8.8'], ['127.0.0.1']],
  });
  outbound = outboundAsking(dns, `${HOST}:443:127.0.0.1:${(server.address() as AddressInfo).port}`);
  worker = aWorker(test.db, { outbound, health: healthOn(test.db), env: { WEBHOOK_TIMEOUT_MS: 3000 } });
});
afterEach(async () => {
  await worker.dispatcher.beforeApplicationShutdown();
  outbound.onApplicationShutdown();
  await dns.close();
});

/** A destination that was registered when its name was still good. */
async function anEndpoint(host: string): Promise<string> {
  const userId = await aUser(test.db);
  const { endpoint } = await worker.endpoints.register({ userId: userId, tokenId: userId }, `https://${HOST}/`);
  await test.db.query('UPDATE webhook_endpoints SET url = $2 WHERE id = $1', [endpoint.id, `https://${host}/`]);
  return userId;
}

it('a destination that echoes its challenge over TLS is verified', async () => {
  const userId = await aUser(test.db);
  await worker.endpoints.register({ userId: userId, tokenId: userId }, `https://${HOST}/`);
  worker.dispatcher.wake();
  expect(await attempted(test.db, userId)).toMatchObject({ status: 'delivered', outcome: '200', attempts: 1 });
  expect(await worker.endpoints.find(userId)).toMatchObject({ verification: 'verified' });
  expect(requests).toBe(1);
});

describe('a name that at the time of sending (contract 6.3)', () => {
  it.each([
    ['does not exist', 'nothing.example', 'dns_error'],
    ['nobody can look up', 'broken.example', 'dns_error'],
    ['is looked up by a server that hangs', 'silent.example', 'dns_error'],
    ['has IPv6 addresses alone', 'ipv6.example', 'dns_error'],
    ['is private', 'private.example', 'address_refused'],
    ['is this machine', 'loopback.example', 'address_refused'],
    ['has a private address beside a public one', 'mixed.example', 'address_refused'],
  ])('%s gets nothing, and is tried again later', async (_, host, outcome) => {
    const userId = await anEndpoint(host);
    worker.dispatcher.wake();
    expect(await attempted(test.db, userId)).toEqual({ status: 'queued', outcome, attempts: 1, retry: true });
    expect(requests).toBe(0);
  });

  it('a name that at the time of sending has turned private since its registration gets nothing', async () => {
    const userId = await aUser(test.db);
    await worker.endpoints.register({ userId: userId, tokenId: userId }, 'https://turning.example/');
    worker.dispatcher.wake();
    expect(await attempted(test.db, userId)).toMatchObject({ status: 'queued', outcome: 'address_refused', attempts: 1 });
    // One look-up to register and one to send: the worker connects to the address that it judged.
    expect(dns.questions('turning.example')).toBe(2);
  });
});
