import { loadEnvironment } from '@app/product';
import { RateLimitWorkerModule } from '@app/rate-limit';
import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { WorkerModule } from './worker.module.js';

it('the worker is made of jobs and schedules, and of no routes', async () => {
  const environment = loadEnvironment({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  });
  const { imports = [], controllers } = await WorkerModule.for(environment, pino({ level: 'silent' }));
  expect(imports).toContain(RateLimitWorkerModule);
  expect(controllers).toBeUndefined();
  for (const imported of imports)
    expect(Reflect.getMetadata('controllers', 'module' in imported ? imported.module : imported) ?? []).toEqual([]);
});
