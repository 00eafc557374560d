import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  applyDecorators,
  createParamDecorator,
  HttpStatus,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { names } from './etags.js';

/** A body with an ETag of its own. The body is left out if the caller is known to hold it. */
export class Tagged<T> {
  constructor(
    readonly etag: string,
    readonly body: T | undefined,
  ) {}
}

/** Whether the caller holds this strong ETag: `If-None-Match` is a list, compared weakly, or `*` (RFC 9110, 13.1.2). */
export function isHeld({ headers }: Pick<IncomingMessage, 'headers'>, etag: string): boolean {
  const held = headers['if-none-match'];
  return held !== undefined && names(held, [etag]);
}

/** Sets `ETag`, and answers 304 when the caller holds it. A body without {@link Tagged} is tagged by its JSON. */
@Injectable()
class ConditionalGetInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((result: unknown) => {
        const { etag, body }: Tagged<unknown> = result instanceof Tagged ? (result as Tagged<unknown>) : new Tagged(etagOf(result), result);
        response.setHeader('ETag', etag).setHeader('Cache-Control', 'private, no-cache');
        if (body !== undefined && !isHeld(request, etag)) return body;
        response.status(HttpStatus.NOT_MODIFIED);
        return undefined;
      }),
    );
  }
}

/** Declares the answer without a body to a caller who holds the present version. */
export const ApiNotModified = (): MethodDecorator =>
  ApiResponse({
    status: 304,
    description: 'Unchanged since the ETag in If-None-Match.',
    headers: { ETag: { schema: { type: 'string' } } },
  });

/** On a GET of one resource: `ETag`, `If-None-Match` and 304 (contract 2.5). */
export const ConditionalGet = (): MethodDecorator =>
  applyDecorators(
    UseInterceptors(ConditionalGetInterceptor),
    ApiHeader({ name: 'If-None-Match', required: false, schema: { type: 'string' }, description: 'ETag of what the caller has.' }),
    ApiNotModified(),
  );

/**
 * Tells whether the caller holds an ETag, for routes that need not make a body then:
 * `@IsHeld() isHeld: (etag: string) => boolean`.
 */
export const IsHeld = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<Request>();
  return (etag: string) => isHeld(request, etag);
});

/** Strong: equal only for equal bodies. */
function etagOf(body: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;
}
