import { WEBHOOK_HEADERS } from '@app/client';
import { t } from '../../texts/webhook.ts';

type Delivery = { readonly event_id: string; readonly url: string | null; readonly payload?: unknown };

type HeaderLine = { readonly name: string; readonly value: string; readonly isPerAttempt: boolean };

/** The request of a delivery as its receiver gets it. What changes with every attempt is shown as a placeholder. */
export function requestOf({ event_id: id, url, payload }: Delivery): {
  readonly line: string;
  readonly headers: readonly HeaderLine[];
  /** The bytes that are signed; null for a challenge, which only the service and the destination may know. */
  readonly body: string | null;
} {
  const body = payload === null || payload === undefined ? null : JSON.stringify(payload);
  const { pathname, search, host } = parsed(url);
  const fixed = (name: string, value: string): HeaderLine => ({ name, value, isPerAttempt: false });
  const fresh = (name: string, value: string): HeaderLine => ({ name, value, isPerAttempt: true });
  return {
    line: `POST ${pathname}${search} HTTP/1.1`,
    body,
    headers: [
      fixed('Host', host),
      fixed('Content-Type', 'application/json'),
      ...(body === null ? [] : [fixed('Content-Length', String(new TextEncoder().encode(body).length))]),
      fixed('User-Agent', 'podcast-automation-webhooks/1'),
      fresh(WEBHOOK_HEADERS.signature, t.signature),
      fixed(WEBHOOK_HEADERS.id, id),
      fresh(WEBHOOK_HEADERS.timestamp, t.timestamp),
      fresh(WEBHOOK_HEADERS.standardSignature, t.standardSignature),
    ],
  };
}

function parsed(url: string | null): { pathname: string; search: string; host: string } {
  try {
    return new URL(url ?? '');
  } catch {
    return { pathname: '/…', search: '', host: t.formerHost };
  }
}
