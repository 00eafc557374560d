import type { Tool } from './tools.js';

export type ApiRequest = {
  readonly method: string;
  /** The path and the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

export type Arguments = Readonly<Record<string, unknown>>;

/** No request can be made of the arguments of a call. The message tells the agent what to change. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

/**
 * The request of a call. Only what would change the request's form is refused here. Everything else, names that the
 * operation does not know as well, the API judges as it judges every caller's.
 * @throws ArgumentError
 */
export function requestOf({ method, path, parameters, takesBody }: Tool, args: Arguments): ApiRequest {
  const left = new Map(Object.entries(args).filter(([, value]) => value !== undefined));
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  let target = path;
  for (const { name, in: place } of parameters) {
    const value = left.get(name);
    left.delete(name);
    if (place === 'path') target = target.replace(`{${name}}`, segment(name, value));
    else if (value === undefined || value === null) continue;
    else if (place === 'header') headers[name] = headerValue(name, value);
    else for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) query.append(name, text(name, one));
  }
  if (!takesBody) for (const [name, value] of left) query.append(name, text(name, value));
  if (takesBody) headers['Content-Type'] = 'application/json';
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return { method, path: `${target}${search}`, headers, body: takesBody ? JSON.stringify(Object.fromEntries(left)) : undefined };
}

/** A part of the path. A dot segment would name another address. */
function segment(name: string, value: unknown): string {
  const written = text(name, value ?? '');
  if (/^\.{0,2}$/.test(written)) throw new ArgumentError(`${name} is required: a string that is not empty.`);
  return encodeURIComponent(written);
}

function text(name: string, value: unknown): string {
  if (typeof value === 'string' && value.isWellFormed()) return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new ArgumentError(`${name} must be a string, a number or a boolean.`);
}

/** A line break would begin another header. */
function headerValue(name: string, value: unknown): string {
  const written = text(name, value);
  if (!/^[\x20-\x7e]*$/.test(written)) throw new ArgumentError(`${name} must consist of printable ASCII characters.`);
  return written;
}
