import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@app/database/start';
import { useDatabase } from '@app/database/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Queue, Worker, type ConnectionOptions } from 'bullmq';
import { abandonWait, retryingBackend } from './queue-backend.js';
import { QueueConnections } from './queue-connections.js';

const NAME = 'test.retrying';
const test = useDatabase([]);
const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function connection(): ConnectionOptions {
  const { pool } = new QueueConnections(test.url, 'bullmq');
  cleanUps.push(() => (pool as { end(): Promise<void> }).end());
  return pool;
}

function aWorker(): { worker: Worker; ran: string[]; errors: Error[] } {
  const [ran, errors]: [string[], Error[]] = [[], []];
  const run = (job: { readonly name: string }) => Promise.resolve(void ran.push(job.name));
  const worker = new Worker(NAME, run, { connection: connection() }, retryingBackend as never);
  worker.on('error', (error) => errors.push(error));
  return { worker, ran, errors };
}

describe('without its tables', () => {
  it('a worker leaves the process responsive, and ends when it is told to', async () => {
    const { worker, errors } = aWorker();
    for (let turn = 0; turn < 100; turn += 1) await sleep(5); // a loop without a pause would never let a timer fire
    expect(errors.length).toBeLessThan(10);
    const closed = worker.close();
    abandonWait(worker);
    await closed;
  });

  it('a worker and a queue wait, and work once they are there', async () => {
    const { worker, ran } = aWorker();
    const queue = new Queue(NAME, { connection: connection() }, retryingBackend as never);
    queue.on('error', () => undefined);
    cleanUps.push(
      () => worker.close(),
      () => queue.close(),
    );
    const added = queue.add('early', {});
    await sleep(50);
    await migrate(test.url, []);
    await added;
    await new Promise((resolve) => worker.once('completed', resolve));
    expect(ran).toEqual(['early']);
  });
});
