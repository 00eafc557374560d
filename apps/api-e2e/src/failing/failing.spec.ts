import { request } from 'node:http';
import { createClient } from '@app/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../client.js';
import { aliceAndBob } from '../fixtures.js';
import { Stack, type Loaded, type Running } from '../stack.js';

// Fails on purpose: ../processes/failures.e2e.spec.ts reads what its failures say.

let stack: Stack;
let seed: Loaded;
let api: Running;

beforeAll(async () => {
  stack = await Stack.create();
  seed = await stack.load(aliceAndBob);
  api = await stack.start('api');
});
afterAll(() => stack.destroy());

const PATH = '/api/v1/podcasts/nobody/episodes';
const token = () => seed.tokens['all'] ?? '';

it('asks with the client of the suites', async () => {
  expect((await new Client(api.baseUrl, token()).get(PATH)).status).toBe(200);
});

it('asks with the typed client', async () => {
  const client = createClient({ baseUrl: api.baseUrl, token: token() });
  await client.GET('/api/v1/podcasts/{podcast}/episodes', { params: { path: { podcast: 'nobody' } } });
});

it('asks with node:http', async () => {
  const status = await new Promise((resolve, reject) => {
    const asking = request(`${api.baseUrl}${PATH}`, { headers: { Authorization: `Bearer ${token()}` } });
    asking.on('response', (response) => response.on('end', () => resolve(response.statusCode)).resume());
    asking.on('error', reject).end();
  });
  expect(status).toBe(200);
});

it('takes too long', async () => {
  await new Client(api.baseUrl, token()).get(PATH);
  await new Promise(() => undefined);
}, 2000);

describe('whose preparation fails', () => {
  beforeAll(async () => {
    expect((await new Client(api.baseUrl, token()).get(PATH)).status).toBe(200);
  });

  it('does not begin', () => undefined);
});
