import { describe, expect, it } from '@jest/globals';
import { BadRequestException, NotFoundException, type ArgumentsHost } from '@nestjs/common';
import type { Response } from 'express';
import { pino } from 'pino';
import { AppError, STATUS, type ErrorDetail } from './app-error.js';
import { defineErrors, type ErrorKind } from './define-errors.js';
import { answerTo, ErrorFilter } from './error.filter.js';
import { httpErrors } from './http.errors.js';

it('the answer to a failure has no header of the file in whose place it is sent, and is not cached', () => {
  const headers = new Map([['ETag', '"x"'], ['Content-Type', 'text/vtt'], ['Content-Length', '5'], ['Cache-Control', 'public'], ['Vary', 'Accept-Encoding']]); // prettier-ignore
  const response = {
    set: (more: Record<string, string>) => Object.entries(more).forEach(([name, value]) => headers.set(name, value)) ?? response,
    removeHeader: (name: string) => headers.delete(name),
    status: () => response,
    json: () => response,
  };
  const http = { getRequest: () => ({}), getResponse: () => response as unknown as Response };
  new ErrorFilter(pino({ level: 'silent' })).catch(httpErrors.unavailable(), { switchToHttp: () => http } as unknown as ArgumentsHost);
  expect(Object.fromEntries(headers)).toEqual({ Vary: 'Accept-Encoding', 'Cache-Control': 'no-store', 'Retry-After': '1' });
});

describe('the answer to a failure', () => {
  it.each(Object.entries(STATUS))('%s is %i with its message and its code', (kind, status) => {
    const { a_code: error } = defineErrors({ a_code: { kind: kind as ErrorKind, message: 'words' } });
    const body = { message: 'words', errors: [{ field: null, code: 'a_code', message: 'words' }] };
    const headers = status === 503 ? { 'Retry-After': '1' } : {};
    expect(answerTo(error())).toEqual({ status, body, headers });
  });

  it('the answer to a failure has at most 100 errors, and says when there were more', () => {
    const detail: ErrorDetail = httpErrors.invalid.detail('y');
    const body = (count: number, truncated?: boolean) =>
      answerTo(new AppError('invalid', 'z', { errors: Array<ErrorDetail>(count).fill(detail), truncated })).body;
    expect(body(100)).toEqual({ message: 'z', errors: Array(100).fill(detail) });
    expect(body(101)).toEqual({ message: 'z', errors: Array(100).fill(detail), errors_truncated: true });
    expect(body(1, true).errors_truncated).toBe(true);
  });

  it.each([
    [new NotFoundException(), 404],
    [new BadRequestException(), 404],
    [new URIError('URI malformed'), 404],
    [Object.assign(new Error(), { code: 'ECONNREFUSED' }), 503],
    [Object.assign(new Error(), { code: '57P01' }), 503],
    [Object.assign(new Error(), { driverError: { code: '08006' } }), 503],
    [Object.assign(new Error('secret'), { code: '23505' }), 500],
    [new Error('secret'), 500],
    ['secret', 500],
    [undefined, 500],
  ])('the answer to %p is %i and says nothing of the inside', (error, status) => {
    const answer = answerTo(error);
    expect(answer.status).toBe(status);
    const codes = { 404: ['not_found'], 503: ['unavailable'] }[status];
    expect(answer.body.errors?.map(({ code }) => code)).toEqual(codes);
    expect(answer.headers).toEqual(status === 503 ? { 'Retry-After': '1' } : {});
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});
