import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import type { Response } from 'express';

const MAX_WAIT_SECONDS = 30;

/** `?wait=S`: for how many seconds a request may wait for a change. */
export function WaitSeconds(min: 0 | 1): PropertyDecorator {
  const message = `wait must be a whole number from ${min} to ${MAX_WAIT_SECONDS}`;
  return applyDecorators(
    ApiPropertyOptional({ type: 'integer', minimum: min, maximum: MAX_WAIT_SECONDS, description: 'Seconds to wait for a change.' }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value)),
    IsInt({ message }),
    Min(min, { message }),
    Max(MAX_WAIT_SECONDS, { message }),
  );
}

/** The query of a GET that may wait for the end of what is under way (contract 9). */
export class WaitQuery {
  @WaitSeconds(1) readonly wait?: number;
}

/** Aborts when the connection of the request is closed: `@Closed() closed: AbortSignal`. */
export const Closed = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const closing = new AbortController();
  context
    .switchToHttp()
    .getResponse<Response>()
    .once('close', () => closing.abort());
  return closing.signal;
});
