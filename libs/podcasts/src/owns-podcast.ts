import { callerOf } from '@app/auth';
import { createParamDecorator, Injectable, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { PodcastsService, type OwnedPodcast } from './podcasts.service.js';

type WithPodcast = Request<{ podcast: string }> & { ownedPodcast?: OwnedPodcast };

/** Fourth of the checks: the podcast in the path exists (404) and is the caller's (403), before the query or the body is read. */
@Injectable()
export class OwnsPodcastGuard implements CanActivate {
  constructor(private readonly podcasts: PodcastsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<WithPodcast>();
    request.ownedPodcast = await this.podcasts.owned(request.params.podcast, callerOf(context).userId);
    return true;
  }
}

/** On a route whose path has `:podcast`. Guards of a route run after the global ones, so the order of decisions 2.7 holds. */
export const OwnsPodcast = (): MethodDecorator & ClassDecorator => UseGuards(OwnsPodcastGuard);

/** The podcast of an {@link OwnsPodcast} route. */
export const ThePodcast = createParamDecorator((_: unknown, context: ExecutionContext): OwnedPodcast => {
  const { ownedPodcast } = context.switchToHttp().getRequest<WithPodcast>();
  if (!ownedPodcast) throw new Error('the route lacks @OwnsPodcast()');
  return ownedPodcast;
});
