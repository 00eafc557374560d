import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  RequestMethod,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { METHOD_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ApiExtension } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { GatheredBytes } from '@app/process/gathered-bytes';
import { finalize, type Observable } from 'rxjs';
import { AppError } from '../errors/app-error.js';
import { hasBody, JSON_BODY_LIMIT, JSON_TYPE, parseJson, readBytes } from './body.js';
import { httpErrors } from '../errors/http.errors.js';
import { wantedType } from '../media-types.js';
import { TEXT_EXAMPLES_KEY } from '../openapi/text-examples.js';
import { API_PREFIX } from '../prefix.js';
import { judgeJsonShape } from './json-shape.js';

const BYTES_LIMIT = Symbol('bytes limit');
const OPTIONAL = Symbol('optional body');
const MEMBERS_LIMIT = Symbol('members limit');
const JSON_TYPES = Symbol('JSON types');
const TEXT_TYPES = Symbol('text types');

/** Most members of a JSON body, all levels together, where the route declares no other number (contract 2.10). */
const MAX_MEMBERS = 1000;

/** The route's body may be left out: then it is as if it were empty, `{}`. */
export const OptionalBody = (): MethodDecorator => SetMetadata(OPTIONAL, true);

/** The route takes its JSON body unparsed, up to so many bytes: for bodies too large to parse on the event loop. */
export const TakesJsonBytes = (limit: number): MethodDecorator => SetMetadata(BYTES_LIMIT, limit);

/**
 * The route's JSON body may have so many members, all levels together, instead of 1,000, and be sent as these media
 * types, too.
 */
export const TakesJsonMembers = (limit: number, types: readonly string[] = []): MethodDecorator =>
  applyDecorators(SetMetadata(MEMBERS_LIMIT, limit), SetMetadata(JSON_TYPES, types));

/** The body may also be text of these media types, each with an example. Then `@Body()` is a {@link TextBody}. */
export const TakesText = (examples: Readonly<Record<string, string>>): MethodDecorator =>
  applyDecorators(SetMetadata(TEXT_TYPES, Object.keys(examples)), ApiExtension(TEXT_EXAMPLES_KEY, examples));

export class TextBody {
  constructor(
    readonly type: string,
    readonly text: string,
  ) {}
}

/** The bytes of a {@link TakesJsonBytes} route. */
export const JsonBytes = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().body as GatheredBytes,
);

/**
 * Reads the body of routes that take one. Guards run before interceptors, so a body is read only after the caller is
 * authenticated, permitted and owns what the path names (contract 2.7, 2.11). Query parameters of a route that declares
 * none are refused here; those of the others by {@link RequestValidationPipe}. So is an `Accept` that the route cannot
 * satisfy.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const route = declared(context);
    // A preflight has the query of the request that it comes before.
    if (!route.query && request.method !== 'OPTIONS') {
      const unknown = Object.keys(request.query);
      if (unknown.length > 0) {
        throw new AppError('invalid', 'The query has parameters that this route does not know.', {
          errors: unknown.map((field) => httpErrors.unknown_parameter.detail({ allowed: [] }, field)),
        });
      }
    }
    if (route.api && request.method !== 'OPTIONS') wantedType(context);
    if (!route.body && route.bytes === undefined) return next.handle();
    if (route.optional && !hasBody(request)) {
      request.body = {};
      return next.handle();
    }
    const response = context.switchToHttp().getResponse<Response>();
    const types = [JSON_TYPE, ...route.jsonTypes, ...route.textTypes];
    const { type, bytes, release } = await readBytes(request, response, { limit: route.bytes ?? JSON_BODY_LIMIT, types });
    try {
      if (route.textTypes.includes(type)) request.body = new TextBody(type, new TextDecoder().decode(bytes.whole()));
      else if (route.bytes !== undefined) request.body = bytes;
      else {
        const json = bytes.whole();
        judgeJsonShape(json, route.members);
        request.body = parseJson(json);
      }
    } catch (error) {
      release();
      throw error;
    }
    return next.handle().pipe(
      finalize(() => {
        request.body = undefined;
        release();
      }),
    );
  }
}

type Declared = {
  readonly query: boolean;
  /** One route of the API, and not the one for unknown addresses. */
  readonly api: boolean;
  readonly body: boolean;
  readonly bytes: number | undefined;
  readonly members: number;
  readonly jsonTypes: readonly string[];
  readonly textTypes: readonly string[];
  readonly optional: boolean;
};

function declared(context: ExecutionContext): Declared {
  const handler = context.getHandler();
  const args = Object.keys((Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ?? {}) as object);
  const takes = (type: RouteParamtypes) => args.some((arg) => arg.startsWith(`${type}:`));
  const unknown = Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.ALL;
  return {
    query: takes(RouteParamtypes.QUERY) || unknown,
    api: !unknown && context.switchToHttp().getRequest<Request>().path.startsWith(`/${API_PREFIX}/`),
    body: takes(RouteParamtypes.BODY),
    bytes: Reflect.getMetadata(BYTES_LIMIT, handler) as number | undefined,
    members: (Reflect.getMetadata(MEMBERS_LIMIT, handler) as number | undefined) ?? MAX_MEMBERS,
    jsonTypes: (Reflect.getMetadata(JSON_TYPES, handler) as readonly string[] | undefined) ?? [],
    textTypes: (Reflect.getMetadata(TEXT_TYPES, handler) as readonly string[] | undefined) ?? [],
    optional: Reflect.getMetadata(OPTIONAL, handler) === true,
  };
}
