import { expect, it } from '@jest/globals';
import { Collector } from './testing/collector.js';
import { startSpan, startTracing } from './tracing.js';

it('spans are sent with the headers of the collector, decoded', async () => {
  const collector = await Collector.start();
  const stop = await startTracing({
    endpoint: collector.endpoint,
    headers: 'authorization=Bearer%20secret, x-team = podcasts',
    service: 's',
  });
  startSpan('work', { kind: 'INTERNAL' })?.end();
  await stop();
  await collector.stop();
  expect(collector.spans.map(({ name }) => name)).toEqual(['work']);
  expect(collector.headers).toMatchObject({ authorization: 'Bearer secret', 'x-team': 'podcasts' });
});
