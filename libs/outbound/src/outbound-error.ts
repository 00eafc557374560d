import { codeOf, OutboundError, type OutboundCode } from '@app/process';

/** Node's and c-ares' codes of faults of this machine: no descriptors, ports, buffers, memory or name servers. */
const LOCAL_FAULTS = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ENETDOWN', 'EFILE']);

/** How far an exchange had come when it broke. */
export type Phase = 'connecting' | 'securing' | 'exchanging';

/** Names what broke by Node's error code and by when it happened: in a handshake every failure but a reset is TLS's. */
export function outboundError(cause: unknown, phase: Phase): OutboundError {
  if (cause instanceof OutboundError) return cause;
  const code = codeOf(cause) ?? '';
  return new OutboundError(codeFor(code, phase), { cause, isLocal: LOCAL_FAULTS.has(code) });
}

/** A look-up that failed. c-ares reports name servers that it cannot reach as refusing, also when it gets no socket. */
export function dnsError(cause: unknown): OutboundError {
  if (cause instanceof OutboundError) return cause;
  const code = codeOf(cause) ?? '';
  return new OutboundError('dns_error', { cause, isLocal: LOCAL_FAULTS.has(code) || code === 'ECONNREFUSED' });
}

function codeFor(code: string, phase: Phase): OutboundCode {
  if (phase === 'connecting') return code === 'ETIMEDOUT' ? 'connect_timeout' : 'connection_refused';
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED') return 'connection_reset';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (phase === 'securing' || code.startsWith('ERR_SSL') || code === 'EPROTO') return 'tls_error';
  return code === 'HPE_HEADER_OVERFLOW' ? 'response_too_large' : 'bad_response';
}
