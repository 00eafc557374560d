import { ApiError } from '@app/client';

/** The codes of a failure, each once: a client can be told what to do about them (docs/errors.md). */
export function codesOf(error: Error): readonly string[] {
  return error instanceof ApiError ? [...new Set(error.errors.map(({ code }) => code))] : [];
}
