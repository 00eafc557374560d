import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CertificateAuthority } from '@app/certificates';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { destinations, enqueue, type Destination } from '../destinations.js';
import { obliging, Receiver } from '../receiver.js';
import { Stack } from '../stack.js';

const HOST = 'hooks.example.com';
const HANGING = 1000;
/** Several timeouts of the worker, 10 s each. */
const WATCHED_MS = 35_000;

/** Milliseconds for which a machine may be busy with something else. */
const WAIT_TIMEOUT_MS = 150_000;

let stack: Stack;
let receiver: Receiver;
let hanging: Destination[];
let healthy: Destination;
/** Paths that never answer. */
const dead = new Set<string>();

beforeAll(async () => {
  const authority = await CertificateAuthority.create();
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
  await sentBefore(healthy);
  receiver.received.length = 0;
  hanging.forEach(({ path }) => dead.add(path));
  await enqueue(stack, hanging.map(({ userId }) => userId), 5); // prettier-ignore
}, 400_000);
afterAll(async () => {
  await stack.destroy();
  await receiver.close();
});

/**
 * Sends an event to a destination. Tests assert how many requests to others come before it: unlike a time, that does
 * not depend on the speed of the machine.
 * @returns the paths of these requests
 */
async function sentBefore({ userId, path }: Destination): Promise<string[]> {
  const from = receiver.received.length;
  await enqueue(stack, [userId], 1);
  const at = await until(() => receiver.received.findIndex((one, index) => index >= from && one.path === path) + 1, WAIT_TIMEOUT_MS);
  return receiver.received.slice(from, at - 1).map((one) => one.path);
}

/** The most requests of one destination. */
const mostOfOne = (paths: readonly string[]): number =>
  Math.max(0, ...[...Map.groupBy(paths, (path) => path).values()].map(({ length }) => length));

/** The value that nine of ten do not exceed. */
const ninth = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.9)] ?? 0;

it('beside 1,000 destinations that hang, an event waits for less than a third of a round of theirs (contract 6.12)', async () => {
  const waits: string[][] = [];
  // From the first contact on.
  for (const deadline = Date.now() + WATCHED_MS; Date.now() < deadline || waits.length < 20; await sleep(500))
    waits.push(await sentBefore(healthy));
  const counts = waits.map(({ length }) => length).sort((one, other) => one - other);
  console.info(
    `${counts.length} events beside ${HANGING} hanging destinations came after ${counts[counts.length >> 1]} requests to these in the median, ${counts.at(-1)} at most`,
  );
  // A round takes the timeout at least: no hanging destination gets a second request while an event waits for its
  // first. One event in ten may meet the moment in which a busy machine does something else.
  expect(ninth(waits.map(mostOfOne))).toBeLessThanOrEqual(1);
  expect(counts[counts.length >> 1]).toBeLessThan(HANGING / 3);
}, 400_000);

it('a destination that answers again gets its events with the next round, while the others go on hanging (contract 6.12)', async () => {
  const recovering = hanging.at(-1)!;
  dead.delete(recovering.path);
  expect(mostOfOne(await sentBefore(recovering))).toBeLessThanOrEqual(2);
}, 400_000);

it('destinations that no longer exist use no slot', async () => {
  const gone = hanging.slice(0, 900);
  await stack.query('DELETE FROM webhook_endpoints WHERE user_id = ANY ($1)', [gone.map(({ userId }) => userId)]);
  const paths = new Set(gone.map(({ path }) => path));
  for (const destination of [healthy, hanging.at(-1)!]) {
    // Deliveries that were on their way to them still arrive.
    await until(async () => {
      const before = await sentBefore(destination);
      return !before.some((path) => paths.has(path)) && before.length < HANGING / 3;
    }, WAIT_TIMEOUT_MS);
  }
}, 400_000);
