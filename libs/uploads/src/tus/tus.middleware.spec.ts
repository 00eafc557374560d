import { expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { overrideMethod } from './tus.middleware.js';

/** The method by which a POST with these headers is served. */
function servedAs(headers: Record<string, string>): string {
  const request = { method: 'POST', headers } as unknown as Request;
  overrideMethod(request, {} as Response, () => undefined);
  return request.method;
}

it.each(['PATCH', 'DELETE', 'HEAD'])('a POST of tus may stand for %s, where a client knows no other method', (method) => {
  const headers = { 'tus-resumable': '1.0.0', 'x-http-method-override': method };
  expect(servedAs(headers)).toBe(method);
});

it.each([
  ['that is not of tus', { 'x-http-method-override': 'DELETE' }],
  ['that names a method which tus does not override', { 'tus-resumable': '1.0.0', 'x-http-method-override': 'GET' }],
  ['that names no method', { 'tus-resumable': '1.0.0' }],
])('a POST %s stays a POST', (_, headers) => expect(servedAs(headers)).toBe('POST'));
