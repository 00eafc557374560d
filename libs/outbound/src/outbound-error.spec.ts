import { describe, expect, it } from '@jest/globals';
import { outboundError, type Phase } from './exchange.js';

const fault = (code: string) => Object.assign(new Error(code), { code });

describe('a failed request is the fault of this machine', () => {
  it.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ENETDOWN'])(
    'a failed request is the fault of this machine for want of something here (%s)',
    (code) => {
      expect(outboundError(fault(code), 'connecting')).toMatchObject({ code: 'connection_refused', isLocal: true });
      expect(outboundError(fault(code), 'resolving')).toMatchObject({ code: 'dns_error', isLocal: true });
    },
  );

  it('a failed request is this machine’s fault without a name server, not when the destination refuses or has no such name', () => {
    expect(outboundError(fault('ECONNREFUSED'), 'resolving')).toMatchObject({ code: 'dns_error', isLocal: true });
    expect(outboundError(fault('ECONNREFUSED'), 'connecting')).toMatchObject({ code: 'connection_refused', isLocal: false });
    expect(outboundError(fault('ENOTFOUND'), 'resolving')).toMatchObject({ code: 'dns_error', isLocal: false });
  });
});

describe('a failed exchange is named by what broke, and when', () => {
  it.each<[Phase, string, string]>([
    ['connecting', 'ETIMEDOUT', 'connect_timeout'],
    ['connecting', 'ECONNRESET', 'connection_refused'],
    ['securing', 'ECONNRESET', 'connection_reset'],
    ['exchanging', 'EPIPE', 'connection_reset'],
    ['exchanging', 'ECONNABORTED', 'connection_reset'],
    ['exchanging', 'ETIMEDOUT', 'timeout'],
    ['securing', 'ERR_TLS_CERT_ALTNAME_INVALID', 'tls_error'],
    ['exchanging', 'ERR_SSL_DECRYPTION_FAILED', 'tls_error'],
    ['exchanging', 'EPROTO', 'tls_error'],
    ['exchanging', 'HPE_HEADER_OVERFLOW', 'response_too_large'],
    ['exchanging', 'HPE_INVALID_CONSTANT', 'bad_response'],
  ])('a failed exchange is named by what broke, and when: %s, %s: %s', (phase, code, named) => {
    expect(outboundError(fault(code), phase).code).toBe(named);
  });
});
