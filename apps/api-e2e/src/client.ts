import type { ErrorDetail } from '@app/client';

/** One answer of the API. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, parsed; undefined when it is not JSON. */
  readonly json: Json;
};

/** JSON as a test reads it: wrong paths are undefined and fail the expectation. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a black box answers has no type here
export type Json = any;

export type Sent = {
  readonly token?: string | undefined;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: string | Uint8Array;
};

/** Generous: a busy machine must not fail a test. Less than that of a test: the failure names the request. */
const ANSWER_TIMEOUT_MS = 120_000;

/** A caller of one deployment. */
export class Client {
  constructor(
    readonly baseUrl: string,
    private readonly token?: string,
  ) {}

  /** The same caller, of another process. */
  at(baseUrl: string): Client {
    return new Client(baseUrl, this.token);
  }

  with(token: string): Client {
    return new Client(this.baseUrl, token);
  }

  get(path: string, sent?: Sent): Promise<Answer> {
    return this.request('GET', path, sent);
  }

  put(path: string, json: unknown, sent?: Sent): Promise<Answer> {
    return this.request('PUT', path, { json, ...sent });
  }

  async request(method: string, path: string, { token = this.token, headers = {}, json, body }: Sent = {}): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? body : JSON.stringify(json),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Codes and fields of an answer's errors. */
export function faults({ json }: Answer): Pick<ErrorDetail, 'field' | 'code'>[] {
  return ((json?.errors ?? []) as ErrorDetail[]).map(({ field, code }) => ({ field, code }));
}
