import { localhostAllowedHostnames, localhostAllowedOrigins, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import type { Request } from 'express';
import { agentErrors } from './agents.errors.js';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/**
 * Refuses pages that reach a service on a loopback address by another name (DNS rebinding), and foreign origins.
 * @throws AppError 403
 */
export function mustBeLocal({ headers }: Pick<Request, 'headers'>, listensOn: string): void {
  if (!LOOPBACK.test(listensOn)) return;
  const { host, origin } = headers;
  if (!validateHostHeader(host, [...localhostAllowedHostnames(), listensOn]).ok)
    throw agentErrors.host_not_allowed({ host: host ?? 'a request without Host' });
  if (!validateOriginHeader(origin, [...localhostAllowedOrigins(), listensOn]).ok)
    throw agentErrors.origin_not_allowed({ origin: origin ?? '' });
}
