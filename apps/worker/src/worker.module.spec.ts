import { OutboundModule } from '@app/outbound';
import { Outbound } from '@app/process';
import { loadEnvironment } from '@app/product';
import { RateLimitWorkerModule } from '@app/rate-limit';
import { WebhooksModule } from '@app/webhooks';
import { expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { pino } from 'pino';
import { WorkerModule } from './worker.module.js';

const environment = loadEnvironment({
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
});
const worker = await WorkerModule.for(environment, pino({ level: 'silent' }));

it('the worker is made of jobs and schedules, and of no routes', () => {
  const { imports = [], controllers } = worker;
  expect(imports).toContain(RateLimitWorkerModule);
  expect(controllers).toBeUndefined();
  for (const imported of imports)
    expect(Reflect.getMetadata('controllers', 'module' in imported ? imported.module : imported) ?? []).toEqual([]);
});

it('the worker sends through the guarded client', () => expect(worker.imports).toContain(OutboundModule));

it('a process that provides no client does not start with a feature that sends, and Nest names what is missing', async () => {
  const allButTheClient = (token: unknown) => (token === Outbound ? undefined : {});
  const starting = Test.createTestingModule({ imports: [WebhooksModule] })
    .useMocker(allButTheClient)
    .compile();
  await expect(starting).rejects.toThrow(/can't resolve dependencies of the NewEndpoints .* argument Outbound at index .* is available/);
});
