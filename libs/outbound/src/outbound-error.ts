/** Why a request to the outside failed: a closed set, told apart by type and code, never by a message. */
export const OUTBOUND_CODES = [
  'dns_error',
  'address_refused',
  'connect_timeout',
  'connection_refused',
  'connection_reset',
  'tls_error',
  'timeout',
  'response_too_large',
  'bad_response',
] as const;

export type OutboundCode = (typeof OUTBOUND_CODES)[number];

/** Node's and c-ares' codes of faults of this machine: no descriptors, ports, buffers, memory or name servers. */
const LOCAL_FAULTS = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ENETDOWN', 'EFILE']);

export class OutboundError extends Error {
  constructor(
    readonly code: OutboundCode,
    options?: { readonly cause?: unknown },
  ) {
    super(`the request failed: ${code}`, options);
    this.name = 'OutboundError';
  }

  /** Whether this machine is at fault, and not the destination. */
  get isLocal(): boolean {
    const code = (this.cause as NodeJS.ErrnoException | undefined)?.code ?? '';
    // c-ares says so of name servers that it cannot reach, also when it gets no socket.
    return LOCAL_FAULTS.has(code) || (this.code === 'dns_error' && code === 'ECONNREFUSED');
  }
}

/** How far an exchange had come when it broke. */
export type Phase = 'connecting' | 'securing' | 'exchanging';

/** Names what broke by Node's error code and by when it happened: in a handshake every failure but a reset is TLS's. */
export function outboundError(cause: unknown, phase: Phase): OutboundError {
  if (cause instanceof OutboundError) return cause;
  return new OutboundError(codeFor((cause as NodeJS.ErrnoException | null)?.code ?? '', phase), { cause });
}

function codeFor(code: string, phase: Phase): OutboundCode {
  if (phase === 'connecting') return code === 'ETIMEDOUT' ? 'connect_timeout' : 'connection_refused';
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED') return 'connection_reset';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (phase === 'securing' || code.startsWith('ERR_SSL') || code === 'EPROTO') return 'tls_error';
  return code === 'HPE_HEADER_OVERFLOW' ? 'response_too_large' : 'bad_response';
}
