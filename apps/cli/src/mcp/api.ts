import { MAX_ANSWER_BYTES, requestOf, type ApiAnswer, type Call } from '@app/agent-tools';
import type { Connection } from '../config.js';

/** Sends calls to the API with the token. A redirect is not followed: the token is for one origin. */
export function sendTo({ baseUrl, token }: Connection): Call {
  return async (tool, args, signal) => {
    const { method, path, headers, body } = requestOf(tool, args);
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, Authorization: `Bearer ${token}`, Accept: 'application/json, */*;q=0.1' },
      body,
      redirect: 'manual',
      signal,
    });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await textOf(response) };
  };
}

/** @returns null when it is longer than {@link MAX_ANSWER_BYTES} */
async function textOf({ body }: Response): Promise<ApiAnswer['body']> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
