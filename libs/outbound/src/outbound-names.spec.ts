import { withPassingTime } from '@app/process/testing';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestDnsServer } from './testing/dns-server.js';
import { OutboundNames } from './outbound-names.js';

let server: TestDnsServer;
let names: OutboundNames;

beforeAll(async () => {
  server = await TestDnsServer.listen({
    'public.example': [['8.8.8.8', '1.1.1.1']],
    'ipv6.example': [[]],
    'mixed.example': [['8.8.8.8', '10.0.0.1']],
    'private.example': [['192.168.1.1']],
    'turning.example': [['8.8.8.8'], ['127.0.0.1']],
    'nothing.example': ['NXDOMAIN'],
    'broken.example': ['SERVFAIL'],
    'silent.example': ['silence'],
  });
  names = new OutboundNames([server.address]);
});
afterAll(() => server.close());

describe('the addresses of a name (contract 6.2, 6.3)', () => {
  it('the addresses of a name are those of its A records', async () => {
    expect((await names.publicAddresses('public.example', 2000)).toSorted()).toEqual(['1.1.1.1', '8.8.8.8']);
  });

  it.each([
    ['one that is not public beside one that is', 'mixed.example', 'address_refused'],
    ['none that is public', 'private.example', 'address_refused'],
    ['none at all', 'nothing.example', 'dns_error'],
    ['IPv6 alone', 'ipv6.example', 'dns_error'],
    ['a server that has failed', 'broken.example', 'dns_error'],
  ])('the addresses of a name refuse a name with %s', async (_, name, code) => {
    await expect(names.publicAddresses(name, 3000)).rejects.toMatchObject({ code });
  });

  it('the addresses of a name are judged anew each time: a name may turn', async () => {
    expect(await names.publicAddresses('turning.example', 2000)).toEqual(['8.8.8.8']);
    await expect(names.publicAddresses('turning.example', 2000)).rejects.toMatchObject({ code: 'address_refused' });
  });

  it('the addresses of a name are asked for once', async () => {
    const before = server.questions('public.example');
    await names.publicAddresses('public.example', 2000);
    expect(server.questions('public.example') - before).toBe(1);
  });

  it('the addresses of a name are waited for as long as the budget lasts, and others do not wait behind it', async () => {
    let ended = 0;
    const ask = () => names.publicAddresses('silent.example', 1500).catch((error: unknown) => error);
    const silent = Array.from({ length: 50 }, () => ask().finally(() => (ended += 1)));
    await names.publicAddresses('public.example', 60_000);
    expect(ended).toBe(0);
    expect(await Promise.all(silent)).toEqual(Array.from({ length: 50 }, () => expect.objectContaining({ code: 'dns_error' })));
  });

  it('the addresses of a name are asked for no longer once they are closed, also by servers that were read a minute ago', () =>
    withPassingTime(async (pass) => {
      const asked = new OutboundNames([server.address]);
      const answers: Promise<void>[] = [];
      for (const minutes of [0, 1]) {
        pass(minutes * 60_001);
        const before = server.questions('silent.example');
        const answer = asked.publicAddresses('silent.example', 60_000);
        answers.push(expect(answer).rejects.toMatchObject({ cause: { code: 'ECANCELLED' } }));
        await until(() => server.questions('silent.example') > before);
      }
      asked.close();
      await Promise.all(answers);
    }));
});
