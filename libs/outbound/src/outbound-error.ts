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

export class OutboundError extends Error {
  constructor(
    readonly code: OutboundCode,
    options?: { readonly cause?: unknown },
  ) {
    super(`the request failed: ${code}`, options);
    this.name = 'OutboundError';
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
