import { describe, expect, it } from '@jest/globals';
import { BadRequestException, NotFoundException } from '@nestjs/common';
import { AppError, STATUS, type ErrorDetail } from './app-error.js';
import { defineErrors, type ErrorKind } from './define-errors.js';
import { answerTo } from './error.filter.js';
import { httpErrors } from './http.errors.js';

describe('the answer to a failure', () => {
  it.each(Object.entries(STATUS))('%s is %i with its message and its code', (kind, status) => {
    const { a_code: error } = defineErrors({ a_code: { kind: kind as ErrorKind, message: 'words' } });
    const body = { message: 'words', errors: [{ field: null, code: 'a_code', message: 'words' }] };
    const headers = status === 503 ? { 'Retry-After': '1' } : {};
    expect(answerTo(error())).toEqual({ status, body, headers });
  });

  it('has at most 100 errors, and says when there were more', () => {
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
  ])('to %p is %i and says nothing of the inside', (error, status) => {
    const answer = answerTo(error);
    expect(answer.status).toBe(status);
    const codes = { 404: ['not_found'], 503: ['unavailable'] }[status];
    expect(answer.body.errors?.map(({ code }) => code)).toEqual(codes);
    expect(answer.headers).toEqual(status === 503 ? { 'Retry-After': '1' } : {});
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});
