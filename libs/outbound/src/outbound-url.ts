import { BlockList, isIPv4 } from 'node:net';
import type { UrlFault, UrlRules } from '@app/process';

/** Webhooks: HTTPS on port 443 alone (contract 6.2). */
export const HTTPS_ONLY: UrlRules = { ports: { 'https:': [443] } };

/** Most characters of a URL. */
const MAX_URL_LENGTH = 2048;

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Control characters, spaces of any kind, the backslash: the parser drops or repairs them, others do not. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const ODD = /[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff\\]/;

/** Names that only a machine or a local network knows (RFC 6761, RFC 6762, and ICANN's `.internal`). */
const LOCAL = /(^|\.)(localhost|local|internal)$/;

/** Letters, digits, hyphens and underscores: what may stand in a name that the DNS is asked for. */
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Judges a URL, on the raw string as well as on the parsed one: the parser repairs what other programs read otherwise
 * (tabs, backslashes, `https:host`, an empty userinfo, octal addresses). Pure: names are not looked up here.
 *
 * @param exempt `host:port` pairs whose address need not be public (`OUTBOUND_CONNECT_TO`); all other rules hold
 * @returns the URL as it is to be stored and sent to (a trailing dot of the host gone), or why not
 */
export function judgeUrl(raw: string, rules: UrlRules, exempt: ReadonlySet<string> = new Set()): URL | UrlFault {
  if (raw.length > MAX_URL_LENGTH || ODD.test(raw) || raw.includes('#')) return 'invalid_url';
  const [, scheme, authority] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(raw) ?? [];
  if (scheme === undefined || authority === undefined || authority === '') return schemeFault(raw, rules);
  const ports = rules.ports[`${scheme.toLowerCase()}:`];
  if (ports === undefined) return 'https_required';
  if (authority.includes('@')) return 'credentials_not_allowed';
  const [, host, , port] = /^(\[[^\]]*\]|[^:]*)(:(.*))?$/.exec(authority) ?? [];
  if (host === undefined || host === '') return 'invalid_url';
  if (port !== undefined && !/^\d{1,5}$/.test(port)) return 'invalid_url';
  if (host.startsWith('[')) return 'host_not_public'; // an IPv6 literal

  if (isOverlong(host)) return 'invalid_url';
  const parsed = parse(raw);
  if (parsed === undefined) return looksNumeric(host) ? 'host_not_public' : 'invalid_url';
  if (parsed.username !== '' || parsed.password !== '') return 'credentials_not_allowed';
  const portNumber = parsed.port === '' ? (DEFAULT_PORTS[parsed.protocol] ?? 0) : Number(parsed.port);
  if (!ports.includes(portNumber)) return 'port_not_allowed';

  const name = parsed.hostname.replace(/\.$/, '');
  if (isIPv4(name)) {
    // An address only as it stands: 0x7f.1, 127.1, 2130706433 and full-width digits end as one, too.
    const plain = host.replace(/\.$/, '') === name;
    if (!plain || (!isPublicIPv4(name) && !exempt.has(`${name}:${portNumber}`))) return 'host_not_public';
  } else {
    const labels = name.split('.');
    if (labels.some((label) => label.length > 63) || name.length > 253) return 'invalid_url';
    if (!labels.every((label) => LABEL.test(label))) return 'invalid_url';
    if (labels.length < 2 || LOCAL.test(name)) return 'host_not_public';
  }
  parsed.hostname = name;
  return parsed.href.length > MAX_URL_LENGTH ? 'invalid_url' : parsed; // escapes make it longer
}

/** Without `scheme://host` it is either another scheme's URL (`mailto:…`) or one that the parser would have to mend. */
function schemeFault(raw: string, rules: UrlRules): UrlFault {
  const protocol = parse(raw)?.protocol;
  return protocol === undefined || rules.ports[protocol] !== undefined ? 'invalid_url' : 'https_required';
}

function parse(raw: string): URL | undefined {
  try {
    return new URL(raw);
  } catch {
    return undefined;
  }
}

/** A host that is written as some number: the parser refuses those beyond 2^32 and those with too many parts. */
function looksNumeric(host: string): boolean {
  const last = host.replace(/\.$/, '').split('.').at(-1) ?? '';
  return /^(\d+|0x[0-9a-f]*)$/i.test(last.normalize('NFKC'));
}

function isOverlong(host: string): boolean {
  return host.split('.').some((label) => /^[\x20-\x7e]{64,}$/.test(label));
}

/**
 * Blocks of the IANA IPv4 Special-Purpose Address Registry (RFC 6890 and later), whole, also those it calls globally
 * reachable: none of them is an address that a receiver of ours has. Then multicast (RFC 5771), reserved, and the
 * address at which Azure answers its virtual machines (contract 6.2).
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
