import { BlockList, isIPv4 } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isPublicIPv4 } from './outbound-url.js';

/**
 * The registry as IANA publishes it (iana.org/assignments/iana-ipv4-special-registry, column "Address Block"), written
 * down apart from the code that it judges; then multicast, the former class E, and Azure's address (contract 6.2).
 */
const REGISTRY = [
  '0.0.0.0/8', '0.0.0.0/32', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
  '192.0.0.0/29', '192.0.0.8/32', '192.0.0.9/32', '192.0.0.10/32', '192.0.0.170/32', '192.0.0.171/32', '192.0.2.0/24',
  '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24',
  '203.0.113.0/24', '240.0.0.0/4', '255.255.255.255/32', '224.0.0.0/4', '168.63.129.16/32',
]; // prettier-ignore

const special = new BlockList();
for (const block of REGISTRY) {
  const [address = '', length] = block.split('/');
  special.addSubnet(address, Number(length), 'ipv4');
}

const dotted = (number: number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
const agrees = (number: number) => {
  const address = dotted(number);
  expect([address, isPublicIPv4(address)]).toEqual([address, !special.check(address, 'ipv4')]);
};

describe('a public IPv4 address', () => {
  it('a public IPv4 address is in no block of the registry: the first, last and neighbouring addresses of each are judged', () => {
    for (const block of REGISTRY) {
      const [address = '', length] = block.split('/');
      const first = address.split('.').reduce((number, byte) => number * 256 + Number(byte), 0);
      const last = first + 2 ** (32 - Number(length)) - 1;
      for (const number of [first - 1, first, first + 1, last - 1, last, last + 1]) if (number >= 0 && number < 2 ** 32) agrees(number);
    }
  });

  it('a public IPv4 address is what the registry does not name, over the whole space', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), agrees), { numRuns: 20_000 });
  });

  it.each(['8.8.8.8', '1.1.1.1', '93.184.215.14', '223.255.255.255'])('the IPv4 address %s is public', (address) =>
    expect(isPublicIPv4(address)).toBe(true),
  );

  it.each(['', '1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '0x8.8.8.8', '256.1.1.1', '1.2.3.4 ', ' 1.2.3.4', '１.1.1.1', '::ffff:8.8.8.8'])(
    'the text %j is no IPv4 address in plain form',
    (text) => expect([isIPv4(text), isPublicIPv4(text)]).toEqual([false, false]),
  );
});
