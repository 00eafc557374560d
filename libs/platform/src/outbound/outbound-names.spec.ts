import { createSocket, type Socket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboundNames } from './outbound-names.js';

/** What the server says of a name at each question for its A records, one after the other; the last again and again. */
const ZONE: Record<string, ('NXDOMAIN' | 'SERVFAIL' | 'silence' | readonly string[])[]> = {
  'public.example': [['8.8.8.8', '1.1.1.1']],
  'ipv6.example': [[]],
  'mixed.example': [['8.8.8.8', '10.0.0.1']],
  'private.example': [['192.168.1.1']],
  'turning.example': [['8.8.8.8'], ['127.0.0.1']],
  'nothing.example': ['NXDOMAIN'],
  'broken.example': ['SERVFAIL'],
  'silent.example': ['silence'],
};

let server: Socket;
let names: OutboundNames;
let asked = 0;

beforeAll(async () => {
  server = createSocket('udp4').on('message', (query, { port, address }) => {
    asked += 1;
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at]!; length > 0; length = query[at]!) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const answers = ZONE[labels.join('.').toLowerCase()] ?? ['NXDOMAIN'];
    const says = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (says === 'silence') return;
    const addresses = typeof says === 'string' ? [] : says;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 | (says === 'NXDOMAIN' ? 3 : says === 'SERVFAIL' ? 2 : 0), 2);
    head.writeUInt16BE(addresses.length, 6);
    head.writeUInt32BE(0, 8);
    const records = addresses.map((one) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...one.split('.').map(Number)]));
    server.send(Buffer.concat([head, query.subarray(12, at + 5), ...records]), port, address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  names = new OutboundNames([`127.0.0.1:${server.address().port}`]);
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

describe('the addresses of a name (decisions 6.2, 6.3)', () => {
  it('are those of its A records', async () => {
    expect((await names.publicAddresses('public.example', 2000)).toSorted()).toEqual(['1.1.1.1', '8.8.8.8']);
  });

  it.each([
    ['one that is not public beside one that is', 'mixed.example', 'address_refused'],
    ['none that is public', 'private.example', 'address_refused'],
    ['none at all', 'nothing.example', 'dns_error'],
    ['IPv6 alone', 'ipv6.example', 'dns_error'],
    ['a server that has failed', 'broken.example', 'dns_error'],
  ])('refuse a name with %s', async (_, name, code) => {
    await expect(names.publicAddresses(name, 3000)).rejects.toMatchObject({ code });
  });

  it('are judged anew each time: a name may turn', async () => {
    expect(await names.publicAddresses('turning.example', 2000)).toEqual(['8.8.8.8']);
    await expect(names.publicAddresses('turning.example', 2000)).rejects.toMatchObject({ code: 'address_refused' });
  });

  it('are asked for once', async () => {
    const before = asked;
    await names.publicAddresses('public.example', 2000);
    expect(asked - before).toBe(1);
  });

  it('are waited for as long as the budget lasts, and others do not wait behind it', async () => {
    const began = performance.now();
    const silent = Array.from({ length: 50 }, () => names.publicAddresses('silent.example', 300).catch((error: unknown) => error));
    await names.publicAddresses('public.example', 2000);
    expect(performance.now() - began).toBeLessThan(250);
    expect(await Promise.all(silent)).toEqual(Array.from({ length: 50 }, () => expect.objectContaining({ code: 'dns_error' })));
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
