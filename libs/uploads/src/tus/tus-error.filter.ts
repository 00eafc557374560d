import { answerTo, ErrorFilter } from '@app/http/server';
import { LOG } from '@app/process';
import { Catch, Inject, type ArgumentsHost } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { TusError } from './tus-error.js';

/** Statuses of requests that may succeed when they are repeated later. */
const TEMPORARY = [429, 503];

/**
 * Answers HEAD with 423 where it would be 429 or 503. After any status but 2xx and 423, clients treat the upload as
 * lost and begin from zero; after 423 they repeat the request (tus-js-client, lib/upload.js, `_resumeUpload`).
 */
@Catch()
export class TusErrorFilter extends ErrorFilter {
  constructor(@Inject(LOG) private readonly logger: Logger) {
    super(logger);
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { status, headers } = answerTo(error);
    if (http.getRequest<Request>().method !== 'HEAD' || !TEMPORARY.includes(status)) return super.catch(error, host);
    if (status === 503) this.logger.warn({ err: error }, 'an upload cannot be served');
    http.getResponse<Response>().set(headers).status(TusError.locked().status_code).end();
  }
}
