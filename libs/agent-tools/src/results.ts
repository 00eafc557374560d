import type { CallToolResult } from '@modelcontextprotocol/server';

/** Most bytes of an answer that a result carries: far more than an agent can read. */
export const MAX_ANSWER_BYTES = 1_000_000;

/** The body of an answer. @returns null when it is longer than {@link MAX_ANSWER_BYTES} */
export async function textOf(body: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<string | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  return new Blob(chunks).text();
}

export type ApiAnswer = {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Null when it has more than {@link MAX_ANSWER_BYTES}. */
  readonly body: string | null;
};

/** Headers that a caller may need for the next request. */
const TOLD = ['ETag', 'Retry-After'] as const;

/** An answer as a tool's result. A refusal is one too, so that the agent reads its codes and corrects the call. */
export function resultOf({ status, headers, body }: ApiAnswer): CallToolResult {
  if (body === null) return failure(`The answer has more than ${MAX_ANSWER_BYTES} bytes, too many for a result. Ask for less with first, or read it by HTTP.`); // prettier-ignore
  const told = TOLD.flatMap((name) => (headers[name.toLowerCase()] ? [`${name}: ${headers[name.toLowerCase()]}`] : []));
  const lines = [...(status >= 400 ? [`HTTP ${status}`] : []), ...told];
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  const content = [body, lines.join('\n')].flatMap((text) => (text ? [{ type: 'text' as const, text }] : []));
  return {
    content,
    ...(isJson && { structuredContent: JSON.parse(body) as Record<string, unknown> }),
    ...(status >= 400 && { isError: true }),
  };
}

export function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
