import { describe, expect, it } from '@jest/globals';
import { dnsError, outboundError } from './outbound-error.js';

const fault = (code: string) => Object.assign(new Error(code), { code });

describe('a failed request is the fault of this machine', () => {
  it.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ENETDOWN'])('for want of something here (%s)', (code) => {
    expect(outboundError(fault(code), 'connecting')).toMatchObject({ code: 'connection_refused', isLocal: true });
    expect(dnsError(fault(code))).toMatchObject({ code: 'dns_error', isLocal: true });
  });

  it('when no name server can be reached, but not when the destination refuses or its name does not exist', () => {
    expect(dnsError(fault('ECONNREFUSED'))).toMatchObject({ code: 'dns_error', isLocal: true });
    expect(outboundError(fault('ECONNREFUSED'), 'connecting')).toMatchObject({ code: 'connection_refused', isLocal: false });
    expect(dnsError(fault('ENOTFOUND'))).toMatchObject({ code: 'dns_error', isLocal: false });
  });
});
