import { applyDecorators, createParamDecorator, Header, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { httpErrors } from './errors/http.errors.js';

/** A media type; or a list of its names, of which an answer carries the first. */
type MediaType = string | readonly string[];

const PRODUCES = Symbol('produces');
const JSON_ALONE: readonly MediaType[] = ['application/json'];

/** The media types of a route's answer, the default first. A route without this answers with JSON. */
export const Produces = (...types: readonly MediaType[]): MethodDecorator =>
  applyDecorators(SetMetadata(PRODUCES, types), ...(types.length > 1 ? [Header('Vary', 'Accept')] : []));

/** The media type that `Accept` prefers, among those that the route {@link Produces}. */
export const WantedType = createParamDecorator((_: unknown, context: ExecutionContext) => wantedType(context));

/** @throws AppError 422 `not_acceptable` when `Accept` names none of the route's types (contract 2.5) */
export function wantedType(context: ExecutionContext): string {
  const types = (Reflect.getMetadata(PRODUCES, context.getHandler()) as readonly MediaType[] | undefined) ?? JSON_ALONE;
  return negotiate(context.switchToHttp().getRequest<Request>(), types);
}

/** Text is UTF-8, so that `Accept` may name that charset. */
export function negotiate(request: Pick<Request, 'headers' | 'accepts'>, types: readonly MediaType[]): string {
  const names = types.map((type) => (typeof type === 'string' ? [type] : type));
  const accepted = names.map(([name = '']) => name);
  if (!request.headers.accept) return accepted[0] ?? '';
  const found = request.accepts(names.flat().flatMap((name) => [name, `${name}; charset=utf-8`]));
  const wanted = names.find((aliases) => found && aliases.includes(found.split(';', 1)[0] ?? ''));
  if (!wanted) throw httpErrors.not_acceptable({ accepted });
  return wanted[0] ?? '';
}
