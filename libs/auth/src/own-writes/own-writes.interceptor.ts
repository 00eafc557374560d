import { ReadDatabase } from '@app/database';
import { LOG } from '@app/process';
import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Logger } from 'pino';
import { catchError, concatMap, type Observable } from 'rxjs';
import { callerOf, isPublic } from '../permissions/permission.guard.js';
import { OwnWritesQueries } from './own-writes.queries.js';

const SAFE = new Set(['GET', 'HEAD']);

/**
 * Where lists may be read from a replica: records, before the response is sent, what the caller has written or been
 * told, such as that a refetch is finished, also by a refusal, such as that something exists (contract 2.14). What a
 * replica has told, another may lack.
 */
@Injectable()
export class OwnWritesInterceptor implements NestInterceptor {
  constructor(
    private readonly reads: ReadDatabase,
    private readonly writes: OwnWritesQueries,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method } = context.switchToHttp().getRequest<Request>();
    if (!this.reads.hasReplica || method === 'OPTIONS' || isPublic(context)) return next.handle();
    const { userId } = callerOf(context);
    const needed = this.reads.position;
    const note = async (): Promise<void> => {
      const told = SAFE.has(method) && this.reads.isFromReplica ? this.reads.position : undefined;
      if (told === needed) return;
      // The request ends as it would have, also if this record fails.
      await this.writes
        .note(userId, told)
        .catch((err: unknown) => this.log.warn({ err }, 'a write could not be noted for reads from a replica'));
    };
    return next.handle().pipe(
      concatMap(async (answer: unknown) => {
        await note();
        return answer;
      }),
      catchError(async (error: unknown) => {
        await note();
        throw error;
      }),
    );
  }
}
