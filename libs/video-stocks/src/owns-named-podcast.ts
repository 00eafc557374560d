import { callerOf } from '@app/auth';
import { PodcastsService } from '@app/podcasts';
import { Injectable, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Fourth of the checks: a podcast that the query names is the caller's (404, 403 otherwise), before anything else in it is judged. */
@Injectable()
export class OwnsNamedPodcastGuard implements CanActivate {
  constructor(private readonly podcasts: PodcastsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { podcast_id } = context.switchToHttp().getRequest<Request>().query;
    if (typeof podcast_id === 'string') await this.podcasts.owned(podcast_id, callerOf(context).userId);
    return true;
  }
}

/** On a list that `podcast_id` narrows to one podcast. */
export const OwnsNamedPodcast = (): MethodDecorator => UseGuards(OwnsNamedPodcastGuard);
