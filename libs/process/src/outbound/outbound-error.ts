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

type Circumstances = { readonly cause?: unknown; readonly isLocal?: boolean; readonly isBadCompression?: boolean };

export class OutboundError extends Error {
  /** Whether this machine is at fault, and not the destination. */
  readonly isLocal: boolean;
  /** Whether the body is compressed, and that is broken or cut off. */
  readonly isBadCompression: boolean;

  constructor(
    readonly code: OutboundCode,
    { cause, isLocal = false, isBadCompression = false }: Circumstances = {},
  ) {
    super(`the request failed: ${code}`, { cause });
    this.name = 'OutboundError';
    this.isLocal = isLocal;
    this.isBadCompression = isBadCompression;
  }
}

/** A request that its caller has called off before it left. */
export class CalledOff extends Error {}
