import { BlockList, isIPv4 } from 'node:net';

/**
 * Blocks of the IANA IPv4 Special-Purpose Address Registry (RFC 6890 and later), whole, also those it calls globally reachable:
 * none of them is an address that a receiver of ours has. Then multicast (RFC 5771), reserved, and the address at which Azure
 * answers its virtual machines (contract 6.2).
 */
const SPECIAL: readonly (readonly [block: string, name: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private use'],
  ['100.64.0.0/10', 'shared address space'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'Azure platform'],
  ['169.254.0.0/16', 'link local'],
  ['172.16.0.0/12', 'private use'],
  ['192.0.0.0/24', 'IETF protocol assignments'],
  ['192.0.2.0/24', 'documentation (TEST-NET-1)'],
  ['192.31.196.0/24', 'AS112-v4'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', 'deprecated 6to4 relay anycast'],
  ['192.168.0.0/16', 'private use'],
  ['192.175.48.0/24', 'direct delegation AS112 service'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation (TEST-NET-2)'],
  ['203.0.113.0/24', 'documentation (TEST-NET-3)'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
];

const special = new BlockList();
for (const [block] of SPECIAL) {
  const [address = '', length] = block.split('/');
  special.addSubnet(address, Number(length));
}

/** Whether an IPv4 address in plain dotted form is public. Any other text is not. */
export function isPublicIPv4(address: string): boolean {
  return isIPv4(address) && !special.check(address);
}
