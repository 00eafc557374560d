import type { Request } from 'express';

/** Where the caller reached the API; behind a proxy, as TRUST_PROXY tells. HTTP/1.0 needs no Host. */
export function originOf({ protocol, host, socket }: Request): string {
  return `${protocol}://${host || `${socket.localAddress}:${socket.localPort}`}`;
}
