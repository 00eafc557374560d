import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestAuthority } from '@app/outbound/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { destinations, enqueue, type Destination } from '../destinations.js';
import { until } from '../patience.js';
import { obliging, Receiver } from '../receiver.js';
import { Stack } from '../stack.js';

const HOST = 'hooks.example.com';
const HANGING = 1000;
/** The default: what is asserted is a share of it. */
const TIMEOUT_MS = 10_000;

let stack: Stack;
let receiver: Receiver;
let hanging: Destination[];
let healthy: Destination;
/** Milliseconds that an event takes while nobody hangs: a busy machine is slow then, too. */
let idle: number;
/** Paths that never answer. */
const dead = new Set<string>();

beforeAll(async () => {
  const authority = await TestAuthority.create();
  receiver = await Receiver.listen(await authority.issue({ names: [HOST] }), (request, response, received) => {
    if (!dead.has(received.path)) obliging(request, response, received);
  });
  stack = await Stack.create({
    RATE_LIMIT_PER_MINUTE: '100000',
    WEBHOOK_RETRY_DELAYS: '1,1,1,1,1',
    OUTBOUND_CONNECT_TO: `${HOST}:443:127.0.0.1:${receiver.port}`,
    NODE_ENV: 'test',
  });
  const ca = join(stack.dir, 'ca.pem');
  await writeFile(ca, authority.pem);
  const { baseUrl } = await stack.start('api');
  await stack.start('worker', { NODE_EXTRA_CA_CERTS: ca });
  const all = await destinations(stack, { baseUrl, host: HOST, count: HANGING + 1 });
  healthy = all.pop()!;
  hanging = all;
  const idleDelays = [];
  for (let event = 0; event < 5; event += 1) idleDelays.push(await delay(healthy));
  idle = Math.max(...idleDelays);
  receiver.received.length = 0;
  hanging.forEach(({ path }) => dead.add(path));
  await enqueue(stack, hanging.map(({ userId }) => userId), 5); // prettier-ignore
}, 180_000);
afterAll(async () => {
  await stack.destroy();
  await receiver.close();
});

/** Milliseconds that an event for a destination takes. */
async function delay({ userId, path }: Destination): Promise<number> {
  const before = receiver.received.filter((one) => one.path === path).length;
  const began = Date.now();
  await enqueue(stack, [userId], 1);
  await until(() => receiver.received.filter((one) => one.path === path).length > before);
  return Date.now() - began;
}

it('beside 1,000 destinations that hang, events for a healthy one arrive in under a third of the timeout (decisions 6.12)', async () => {
  const delays: number[] = [];
  // From the first contact on, over several timeouts.
  for (const deadline = Date.now() + 3.5 * TIMEOUT_MS; Date.now() < deadline; await sleep(500)) delays.push(await delay(healthy));
  delays.sort((one, other) => one - other);
  console.info(`${delays.length} events beside ${HANGING} hanging destinations: median ${delays[delays.length >> 1]} ms, slowest ${delays.at(-1)} ms; slowest of five before: ${idle} ms`); // prettier-ignore
  // One in ten may meet a machine that is busy with something else.
  expect(delays[Math.floor(delays.length * 0.9)]).toBeLessThan(Math.max(TIMEOUT_MS / 3, 5 * idle));
}, 120_000);

it('a destination that answers again gets its events within a minute, while the others go on hanging (decisions 6.12)', async () => {
  const recovering = hanging.at(-1)!;
  dead.delete(recovering.path);
  expect(await delay(recovering)).toBeLessThan(60_000);
}, 120_000);

it('destinations that no longer exist take no place', async () => {
  await stack.query('DELETE FROM webhook_endpoints WHERE user_id = ANY ($1)', [hanging.slice(0, 900).map(({ userId }) => userId)]);
  expect(await delay(healthy)).toBeLessThan(Math.max(TIMEOUT_MS / 3, 5 * idle));
  expect(await delay(hanging.at(-1)!)).toBeLessThan(Math.max(TIMEOUT_MS / 3, 5 * idle));
}, 120_000);
