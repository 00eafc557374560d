import { isIPv4 } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HTTPS_ONLY, isPublicIPv4, judgeUrl } from './outbound-url.js';

const judge = (raw: string, exempt?: ReadonlySet<string>) => {
  const judged = judgeUrl(raw, HTTPS_ONLY, exempt);
  return typeof judged === 'string' ? judged : judged.href;
};

describe('a URL to send to (contract 6.2)', () => {
  it.each([
    ['https://hooks.example.com', 'https://hooks.example.com/'],
    ['https://hooks.example.com/a/b?c=d&e', 'https://hooks.example.com/a/b?c=d&e'],
    ['https://hooks.example.com:443/a', 'https://hooks.example.com/a'],
    ['HTTPS://HOOKS.Example.COM/A', 'https://hooks.example.com/A'],
    ['https://hooks.example.com./a', 'https://hooks.example.com/a'],
    ['https://8.8.8.8/hook', 'https://8.8.8.8/hook'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://under_score.example.com/', 'https://under_score.example.com/'],
    ['https://hooks.example.com/a%20b', 'https://hooks.example.com/a%20b'],
    [`https://${'a'.repeat(63)}.example.com/`, `https://${'a'.repeat(63)}.example.com/`],
    [`https://hooks.example.com/${'a'.repeat(2048 - 26)}`, `https://hooks.example.com/${'a'.repeat(2048 - 26)}`],
  ])('the URL %s is one to send to', (raw, stored) => expect(judge(raw)).toBe(stored));

  it.each([
    ['', 'invalid_url'],
    ['hooks.example.com', 'invalid_url'],
    ['//hooks.example.com/', 'invalid_url'],
    ['https:', 'invalid_url'],
    ['https://', 'invalid_url'],
    ['https:///a', 'invalid_url'],
    ['https:hooks.example.com', 'invalid_url'],
    ['https:/hooks.example.com', 'invalid_url'],
    ['https:\\\\hooks.example.com', 'invalid_url'],
    ['https://hooks.example.com\\@evil.example', 'invalid_url'],
    ['https://hooks.exa\tmple.com/', 'invalid_url'],
    ['https://hooks.example.com/\n', 'invalid_url'],
    [' https://hooks.example.com/', 'invalid_url'],
    ['https://hooks.example.com/ ', 'invalid_url'],
    ['https://hooks example.com/', 'invalid_url'],
    ['https://hooks.example.com/\u00a0', 'invalid_url'],
    ['https://hooks.example.com/\u0000', 'invalid_url'],
    ['https://hooks.example.com/#', 'invalid_url'],
    ['https://hooks.example.com/#a', 'invalid_url'],
    ['https://hooks..example.com/', 'invalid_url'],
    ['https://hooks.example.com../', 'invalid_url'],
    ['https://-hooks.example.com/', 'invalid_url'],
    ['https://*.example.com/', 'invalid_url'],
    ['https://hooks.example.com:/', 'invalid_url'],
    ['https://hooks.example.com:https/', 'invalid_url'],
    ['https://hooks.example.com:99999/', 'invalid_url'],
    [`https://${'a'.repeat(64)}.example.com/`, 'invalid_url'],
    [`https://${'ü'.repeat(64)}.example.com/`, 'invalid_url'],
    [`https://${Array.from({ length: 64 }, () => 'abc').join('.')}.example.com/`, 'invalid_url'],
    [`https://hooks.example.com/${'a'.repeat(2048 - 25)}`, 'invalid_url'],
    ['http://hooks.example.com/', 'https_required'],
    ['ftp://hooks.example.com/', 'https_required'],
    ['javascript:alert(1)', 'https_required'],
    ['https://hooks.example.com:80/', 'port_not_allowed'],
    ['https://hooks.example.com:0/', 'port_not_allowed'],
    ['https://hooks.example.com:8443/', 'port_not_allowed'],
    ['https://user@hooks.example.com/', 'credentials_not_allowed'],
    ['https://user:password@hooks.example.com/', 'credentials_not_allowed'],
    ['https://@hooks.example.com/', 'credentials_not_allowed'],
    ['https://:@hooks.example.com/', 'credentials_not_allowed'],
    ['https://127.0.0.1@hooks.example.com/', 'credentials_not_allowed'],
    ['https://localhost/', 'host_not_public'],
    ['https://LOCALHOST./', 'host_not_public'],
    ['https://a.localhost/', 'host_not_public'],
    ['https://printer.local/', 'host_not_public'],
    ['https://db.internal/', 'host_not_public'],
    ['https://intranet/', 'host_not_public'],
    ['https://com./', 'host_not_public'],
    ['https://[::1]/', 'host_not_public'],
    ['https://[2606:4700::1111]/', 'host_not_public'],
    ['https://[::ffff:127.0.0.1]/', 'host_not_public'],
    ['https://127.0.0.1/', 'host_not_public'],
    ['https://10.1.2.3/', 'host_not_public'],
    ['https://169.254.169.254/latest/meta-data', 'host_not_public'],
    ['https://168.63.129.16/', 'host_not_public'],
    ['https://0.0.0.0/', 'host_not_public'],
    ['https://127.1/', 'host_not_public'],
    ['https://0177.0.0.1/', 'host_not_public'],
    ['https://0x7f.0.0.1/', 'host_not_public'],
    ['https://0x7f000001/', 'host_not_public'],
    ['https://2130706433/', 'host_not_public'],
    ['https://134744072/', 'host_not_public'],
    ['https://8.8.2056/', 'host_not_public'],
    ['https://010.8.8.8/', 'host_not_public'],
    ['https://１２７.０.０.１/', 'host_not_public'],
    ['https://８.8.8.8/', 'host_not_public'],
    ['https://8。8。8。8/', 'host_not_public'],
    ['https://%31%32%37.0.0.1/', 'host_not_public'],
    ['https://256.256.256.256/', 'host_not_public'],
    ['https://1.2.3.4.5/', 'host_not_public'],
    ['https://99999999999/', 'host_not_public'],
  ])('the text %j is no URL to send to: %s', (raw, code) => expect(judge(raw)).toBe(code));

  it('a URL to send to that grows beyond the length by its escapes is refused', () => {
    expect(judge(`https://hooks.example.com/${'é'.repeat(330)}`)).toMatch(/^https:/);
    expect(judge(`https://hooks.example.com/${'é'.repeat(350)}`)).toBe('invalid_url');
  });

  it('a URL of an exempt host and port may have a local address; all other rules hold', () => {
    const exempt = new Set(['hooks:443', 'hooks.example.com:443', '127.0.0.1:443']);
    expect(judge('https://hooks/', exempt)).toBe('host_not_public');
    expect(judge('https://127.0.0.1/', exempt)).toBe('https://127.0.0.1/');
    expect(judge('http://hooks.example.com/', exempt)).toBe('https_required');
    expect(judge('https://127.1/', exempt)).toBe('host_not_public');
    expect(judge('https://u@hooks.example.com/', exempt)).toBe('credentials_not_allowed');
  });

  it('a URL to send to that passes has a host of plain labels or a public address, whatever came in', () => {
    const piece = fc.constantFrom('https://', 'http://', '@', ':', '443', '/', '\\', '.', '127.0.0.1', '8.8.8.8', '0x7f', 'a', 'example', 'com', '[', '::1', ']', '%', '2e', '\t', '。', '１', '#', '?', 'xn--'); // prettier-ignore
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
          fc.string(),
        ),
        (raw) => {
          const judged = judgeUrl(raw, HTTPS_ONLY);
          if (typeof judged === 'string') return;
          expect([judged.protocol, judged.port, judged.username, judged.hash]).toEqual(['https:', '', '', '']);
          if (!isIPv4(judged.hostname)) expect(judged.hostname).toMatch(/^([a-z0-9_-]+\.)+[a-z0-9_-]*[a-z_-][a-z0-9_-]*$/);
          else expect(isPublicIPv4(judged.hostname)).toBe(true);
          expect(judge(judged.href)).toBe(judged.href); // what is stored is judged the same at every send
        },
      ),
      { numRuns: 5000 },
    );
  });
});
