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

it('a span continues the trace that caused it, and begins a new one where the traceparent is not one', async () => {
  const collector = await Collector.start();
  const stop = await startTracing({ endpoint: collector.endpoint, service: 's' });
  const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const caused = startSpan('caused', { kind: 'SERVER', parent: `00-${trace}-${span}-01` });
  const parents = [undefined, null, 'nonsense', `00-${'0'.repeat(32)}-${span}-01`];
  const others = parents.map((parent) => startSpan('other', { kind: 'SERVER', parent }));
  for (const one of [caused, ...others]) one?.end();
  await stop();
  await collector.stop();
  expect(caused).toMatchObject({ traceId: trace, traceparent: expect.stringMatching(`^00-${trace}-[0-9a-f]{16}-01$`) as unknown });
  expect(collector.spans.find(({ name }) => name === 'caused')).toMatchObject({ traceId: trace, parentSpanId: span });
  expect(new Set([trace, '0'.repeat(32), ...others.map((one) => one?.traceId)]).size).toBe(2 + parents.length);
});
