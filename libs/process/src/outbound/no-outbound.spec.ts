import { expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { NoOutboundModule } from './no-outbound.js';
import { Outbound } from './outbound.js';

it('a process that sends nothing refuses to judge a URL, to look its name up and to send', async () => {
  const outbound = (await Test.createTestingModule({ imports: [NoOutboundModule] }).compile()).get(Outbound);
  const url = new URL('https://hooks.example.com/');
  const refusal = 'This process sends no requests to the outside';
  expect(() => outbound.judge(url.href)).toThrow(refusal);
  await expect(outbound.check(url, 1000)).rejects.toThrow(refusal);
  await expect(outbound.request(url, { timeoutMs: 1000 })).rejects.toThrow(refusal);
});
