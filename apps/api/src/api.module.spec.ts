import { OutboundModule } from '@app/outbound';
import { loadEnvironment } from '@app/product';
import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { ApiModule } from './api.module.js';

it('the api sends through the guarded client', async () => {
  const environment = loadEnvironment({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  });
  expect((await ApiModule.for(environment, pino({ level: 'silent' }))).imports).toContain(OutboundModule);
});
