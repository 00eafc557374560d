import {
  applyDecorators,
  createParamDecorator,
  Inject,
  Injectable,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Request } from 'express';
import { callerOf, type Caller } from './permission.guard.js';

type Ownership = {
  /** On a route whose path or query has the parameter. One of a path is described in the OpenAPI document. */
  readonly Owns: () => MethodDecorator & ClassDecorator;
  /** The object that such a route names, as the guard found it. */
  readonly The: () => ParameterDecorator;
};

/** A parameter of the path or the query: a request whose query lacks it, or has a list, names nothing and passes. */
type Parameter = string | { readonly query: string };

/**
 * Makes the pair of decorators for what a parameter names: the fourth check, after the permission and before anything
 * else in the request is judged (contract 2.7). Guards of a route run after the global ones, which keeps that order.
 *
 * @param find returns what the id names, or throws: 404 when it does not exist, 403 or 404 when it is not the user's
 */
export function ownership<Service, Owned>(
  parameter: Parameter,
  service: Type<Service>,
  find: (service: Service, id: string, caller: Caller) => Promise<Owned>,
): Ownership {
  const found = new WeakMap<Request, Owned>();

  @Injectable()
  class OwnershipGuard implements CanActivate {
    constructor(@Inject(service) private readonly from: Service) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<Request<Record<string, string>>>();
      const id = typeof parameter === 'string' ? (request.params[parameter] ?? '') : request.query[parameter.query];
      if (typeof id === 'string') found.set(request, await find(this.from, id, callerOf(context)));
      return true;
    }
  }

  const The = createParamDecorator((_: unknown, context: ExecutionContext): Owned => {
    const owned = found.get(context.switchToHttp().getRequest<Request>());
    if (owned === undefined) throw new Error(`the route lacks the guard of ${JSON.stringify(parameter)}`);
    return owned;
  });
  const described =
    typeof parameter === 'string'
      ? [ApiParam({ name: parameter, format: 'uuid', description: `Id of the ${parameter.replaceAll('_', ' ')}.` })]
      : [];
  return { Owns: () => applyDecorators(UseGuards(OwnershipGuard), ...described), The };
}
