import type { ReadDatabase } from '@app/database';
import { expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { pino } from 'pino';
import { lastValueFrom, of, throwError, type Observable } from 'rxjs';
import { OwnWritesInterceptor } from './own-writes.interceptor.js';
import type { OwnWritesQueries } from './own-writes.queries.js';

/** The notes of a request whose token says that it must see 5. @param shown the position of a replica that it shows */
async function noted(method: string, answer: Observable<unknown>, shown?: number): Promise<unknown[]> {
  const reads = { hasReplica: true, isFromReplica: shown !== undefined, position: 5 };
  const notes: unknown[] = [];
  const note = (_userId: string, position?: number) => Promise.resolve(void notes.push(position ?? 'all'));
  const request = { method, user: { userId: 'alice' } };
  const context = { switchToHttp: () => ({ getRequest: () => request }), getHandler: () => it, getClass: () => it };
  const interceptor = new OwnWritesInterceptor(reads as ReadDatabase, { note } as OwnWritesQueries, pino({ level: 'silent' }));
  const answered = interceptor.intercept(context as unknown as ExecutionContext, { handle: () => answer });
  reads.position = shown ?? 5;
  await lastValueFrom(answered).catch(() => undefined);
  return notes;
}

it('what an answer or a refusal of the primary or a replica has told is noted, unless it was noted before (contract 2.14)', async () => {
  const refusal = throwError(() => new Error('exists'));
  expect(await Promise.all([noted('GET', of(1)), noted('PUT', of(1), 6), noted('GET', refusal)])).toEqual([['all'], ['all'], ['all']]);
  expect(await Promise.all([noted('GET', of(1), 6), noted('GET', of(1), 5)])).toEqual([[6], []]);
});
