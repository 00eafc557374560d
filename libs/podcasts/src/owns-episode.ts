import { callerOf } from '@app/auth';
import { createParamDecorator, Injectable, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { EpisodesService, type OwnedEpisode } from './episodes.service.js';

type WithEpisode = Request<{ episode: string }> & { ownedEpisode?: OwnedEpisode };

/** Fourth of the checks: the episode in the path exists (404) and is the caller's (403), before the body is read. */
@Injectable()
export class OwnsEpisodeGuard implements CanActivate {
  constructor(private readonly episodes: EpisodesService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<WithEpisode>();
    request.ownedEpisode = await this.episodes.owned(request.params.episode, callerOf(context).userId);
    return true;
  }
}

/** On a route whose path has `:episode`. Guards of a route run after the global ones, so the order of decisions 2.7 holds. */
export const OwnsEpisode = (): MethodDecorator & ClassDecorator => UseGuards(OwnsEpisodeGuard);

/** The episode of an {@link OwnsEpisode} route. */
export const TheEpisode = createParamDecorator((_: unknown, context: ExecutionContext): OwnedEpisode => {
  const { ownedEpisode } = context.switchToHttp().getRequest<WithEpisode>();
  if (!ownedEpisode) throw new Error('the route lacks @OwnsEpisode()');
  return ownedEpisode;
});
