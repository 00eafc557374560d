import { kindOf } from '../user-agents/user-agents.js';

/** Why a request for audio is no download (contract 12.6). */
export type NotCountable = 'no_user_agent' | 'prefetch' | 'probe' | 'bot' | 'watch';

/** Headers by lower-case name, as in `node:http`. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Headers with which browsers mark requests that the user did not ask for. */
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
const PREFETCH = /\b(?:prefetch|prerender|preview|instant)\b/i;

/** A client that requests this few bytes only tests whether the server supports ranges. */
const MAX_PROBE_BYTES = 2;

/** @returns null when the request may count */
export function whyNotCountable(headers: RequestHeaders): NotCountable | null {
  const agent = headers['user-agent'];
  if (typeof agent !== 'string' || agent.trim() === '') return 'no_user_agent';
  if (PREFETCH_HEADERS.some((name) => PREFETCH.test(String(headers[name] ?? '')))) return 'prefetch';
  if (typeof headers['range'] === 'string' && isProbe(headers['range'])) return 'probe';
  const kind = kindOf(agent);
  return kind === 'listener' ? null : kind;
}

/** Whether a Range header (RFC 9110, 14.2) asks for two bytes or fewer. An invalid header requests the whole file. */
function isProbe(range: string): boolean {
  const [, list] = /^\s*bytes=(.*)$/i.exec(range) ?? [];
  if (list === undefined) return false;
  let bytes = 0;
  for (const part of list.split(',')) {
    const [, first = '', last = ''] = /^\s*(\d*)-(\d*)\s*$/.exec(part) ?? [];
    if (first === '' && last === '') return false;
    const length = first === '' ? Number(last) : Number(last || Infinity) - Number(first) + 1;
    if (length < 1 && first !== '') return false;
    bytes += length;
  }
  return bytes <= MAX_PROBE_BYTES;
}
