import { requestOf, textOf, type Call } from '@app/agent-tools';
import type { Connection } from '../config.js';

/** Sends calls to the API with the token. A redirect is not followed: the token is for one origin. */
export function sendTo({ baseUrl, token }: Connection): Call {
  return async (tool, args, signal) => {
    const { headers, path, ...request } = requestOf(tool, args);
    const response = await fetch(`${baseUrl}${path}`, {
      ...request,
      headers: { ...headers, Authorization: `Bearer ${token}`, Accept: 'application/json, */*;q=0.1' },
      redirect: 'manual',
      signal,
    });
    const body = await textOf((response.body ?? []) as AsyncIterable<Uint8Array<ArrayBuffer>>);
    return { status: response.status, headers: Object.fromEntries(response.headers), body };
  };
}
