import { expect, it } from '@jest/globals';
import { untilStock } from './until.js';

it('a video can be waited for longer than one timer runs', async () => {
  const ready = { id: 's', podcast_id: 'p', status: 'ready' } as never;
  const reads = { show: () => Promise.resolve(ready), events: () => Promise.reject(new Error('asked for events')) };
  expect(await untilStock(reads, 's', { state: 'ready', timeoutSeconds: 5_000_000 })).toBe(ready);
});
