import { describe, expect, it } from '@jest/globals';
import { BadRequestException, NotFoundException } from '@nestjs/common';
import { AppError, STATUS } from './app-error.js';
import { answerTo } from './error.filter.js';

describe('the answer to a failure', () => {
  it.each(Object.entries(STATUS))('%s is %i with its message and at least one code', (kind, status) => {
    const body = { message: 'words', errors: [{ field: null, code: expect.stringMatching(/^[a-z_]+$/), message: 'words' }] };
    const headers = status === 503 ? { 'Retry-After': '1' } : {};
    expect(answerTo(new AppError(kind as keyof typeof STATUS, 'words'))).toEqual({ status, body, headers });
  });

  it('has at most 100 errors, and says when there were more', () => {
    const detail = { field: null, code: 'x', message: 'y' };
    const body = (count: number, truncated?: boolean) =>
      answerTo(new AppError('invalid', 'z', { errors: Array(count).fill(detail), truncated })).body;
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
