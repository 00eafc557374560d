import { isId } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { allowPages } from '../files/cors.middleware.js';
import { PublicFiles } from '../files/public-files.js';
import { PulseQueries } from '../files/pulse.queries.js';
import { Receivers } from '../files/receivers.js';
import { sendFile } from '../files/send-file.js';
import { FeedMaker } from './feed-maker.js';
import type { FeedState } from './published-feeds.queries.js';

/**
 * Answers `GET /f/{podcast}`, which every listener's app polls. It comes before all middleware and routes of Nest, which have nothing to do
 * for it: a request takes less than half the processor time so. What is no public feed goes on to the controller.
 */
@Injectable()
export class PublicFeed {
  private readonly files: PublicFiles<FeedState>;

  constructor(
    maker: FeedMaker,
    private readonly receivers: Receivers,
    pulse: PulseQueries,
  ) {
    this.files = new PublicFiles(maker, pulse.ask);
  }

  readonly answer = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    allowPages(request, response);
    const podcast = String(request.params['podcast']);
    const file = isId(podcast) ? await this.files.find(podcast.toLowerCase(), request.ip ?? '') : undefined;
    if (!file) return next();
    await sendFile(request, response, file, this.receivers);
  };
}
