import { readJson } from '@app/http/bodies';
import { AppError } from '@app/http/errors';
import type { Request, Response } from 'express';

/** Members of a message: the largest list of chapters, and what is around it. The operation has its own limit. */
const MAX_MEMBERS = 50_000;

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** The protocol's error for each of the API's codes of a wrong body. */
const STATUSES: Readonly<Record<string, { readonly status: number; readonly code: number }>> = {
  unsupported_media_type: { status: 415, code: INVALID_REQUEST },
  too_large: { status: 413, code: INVALID_REQUEST },
  too_many_fields: { status: 413, code: INVALID_REQUEST },
};

/** A refusal with a status and a code of the protocol. */
export class ProtocolRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The message in the body of a request. Batches, which the protocol had until 2025, are refused: a message counts as
 * one request.
 * @throws ProtocolRefusal
 */
export async function messageOf(request: Request, response: Response): Promise<object> {
  const message = await readJson(request, response, { members: MAX_MEMBERS }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
    const { status, code } = STATUSES[error.errors[0]?.code ?? ''] ?? { status: 400, code: PARSE_ERROR };
    throw new ProtocolRefusal(status, code, error.message);
  });
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    throw new ProtocolRefusal(400, INVALID_REQUEST, 'The body must be one JSON-RPC message.');
  return message;
}

/** Whether a message opens a stream of notifications, which ends with the time that any request may wait. */
export function isListening(message: object | undefined): boolean {
  return (message as { readonly method?: unknown } | undefined)?.method === 'subscriptions/listen';
}

/** The name of the tool that a message calls, if it calls one. */
export function calledTool(message: object | undefined): string | undefined {
  const { method, params } = (message ?? {}) as { readonly method?: unknown; readonly params?: { readonly name?: unknown } | null };
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : undefined;
}
