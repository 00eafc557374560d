import { Catch, HttpException, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { isUnavailable } from '@app/database';
import { SparseLog } from '@app/process';
import { AppError, STATUS, type ErrorDetail } from './app-error.js';
import { unknownAddress } from '../unknown-address.js';
import { httpErrors } from './http.errors.js';

/** The body of every failure (contract 2.6). */
type ErrorBody = {
  readonly message: string;
  readonly errors?: readonly ErrorDetail[];
  readonly errors_truncated?: true;
};

type Answer = { readonly status: number; readonly body: ErrorBody; readonly headers: Readonly<Record<string, string>> };

/** Headers of an answer that could not be sent, which do not belong to the failure that takes its place. */
const OF_ANSWER = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'Content-Range',
  'Content-Type',
  'ETag',
  'Last-Modified',
];

/** The one place that turns a failure into a status and a body. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly unavailable = new SparseLog();

  constructor(private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const { status, body, headers } = answerTo(error instanceof NotFoundException ? unknownAddress(request) : error);
    if (status === 503) this.unavailable.line((leftOut) => this.log.warn({ err: error, request: request.id, ...leftOut }, 'not available'));
    else if (status >= 500) this.log.error({ err: error, request: request.id }, 'unexpected failure');
    if (response.headersSent || response.destroyed) {
      // The answer has begun, so only a cut connection tells the client that it is incomplete.
      response.destroy();
      return;
    }
    for (const name of OF_ANSWER) response.removeHeader(name);
    response
      .set({ 'Cache-Control': 'no-store', ...headers })
      .status(status)
      .json(body);
  }
}

/** The status and body of a failure. Those of a bug reveal no internals. */
export function answerTo(error: unknown): Answer {
  if (error instanceof AppError) {
    const { message, errors, truncated } = error;
    const body: ErrorBody = {
      message,
      errors,
      ...(truncated ? { errors_truncated: true as const } : {}),
    };
    return { status: STATUS[error.kind], body, headers: error.headers };
  }
  // No route has this path, or its percent-encoding cannot be decoded.
  if (error instanceof URIError || (error instanceof HttpException && [400, 404, 405].includes(error.getStatus()))) {
    return answerTo(httpErrors.not_found());
  }
  if (isUnavailable(error)) return answerTo(httpErrors.unavailable());
  return { status: 500, body: { message: 'Something went wrong on our side.' }, headers: {} };
}
