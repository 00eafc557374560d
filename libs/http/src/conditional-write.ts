import type { IncomingHttpHeaders } from 'node:http';
import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { Request } from 'express';
import { httpErrors } from './errors/http.errors.js';
import { names } from './etags.js';
import { failure } from './openapi/api-errors.js';

/** The conditions of a write: `If-Match`, and on a route that creates, `If-None-Match` (contract 2.5). */
export class Precondition {
  private constructor(
    private readonly match: string | undefined,
    private readonly noneMatch: string | undefined,
  ) {}

  /** A write that depends on nothing, as a fixture is. */
  static readonly none = new Precondition(undefined, undefined);

  static of(headers: IncomingHttpHeaders): Precondition {
    return new Precondition(headers['if-match'], headers['if-none-match']);
  }

  /**
   * Call it in the transaction of the write, after the row is locked, so that of two writes with the same `If-Match`
   * one succeeds.
   * @param etags of what is there, one for each of its forms, the usual one first; none where nothing is there
   * @throws AppError 412 `precondition_failed`
   */
  mustHold(etags: readonly string[]): void {
    const matches = this.match === undefined || names(this.match, etags);
    if (matches && (this.noneMatch === undefined || !names(this.noneMatch, etags))) return;
    const [current] = etags;
    throw httpErrors.precondition_failed(current === undefined ? {} : { current_etag: current });
  }
}

/** The {@link Precondition} of the request. */
export const ThePrecondition = createParamDecorator((_: unknown, context: ExecutionContext) =>
  Precondition.of(context.switchToHttp().getRequest<Request>().headers),
);

const MATCH = 'ETag that was read, in any form. The write is refused if another version is there, or none. `*` asks for any.';
const NONE_MATCH = '`*`: the write is refused if there is something already.';

const requestHeader = (name: string, description: string): MethodDecorator =>
  ApiHeader({ name, required: false, schema: { type: 'string' }, description });

/** Declares that a route obeys `If-Match` and, if it `creates`, `If-None-Match: *`: otherwise it answers 412. */
export const ConditionalWrite = ({ creates = false } = {}): MethodDecorator =>
  applyDecorators(
    requestHeader('If-Match', MATCH),
    ...(creates ? [requestHeader('If-None-Match', NONE_MATCH)] : []),
    ApiResponse(
      failure(412, {
        error: httpErrors.precondition_failed({ current_etag: '"3f1c"' }),
        description: 'Another version is there than the headers ask for.',
      }),
    ),
  );
