import { describe, expect, it } from '@jest/globals';
import express, { type Request } from 'express';
import { negotiate } from './media-types.js';

const TYPES = ['application/json', 'text/vtt', ['application/x-subrip', 'text/srt']];

function wanted(accept: string | undefined): string {
  const request = Object.create(express.request) as Request;
  Object.assign(request, { headers: accept === undefined ? {} : { accept } });
  return negotiate(request, TYPES);
}

describe('the media type of an answer (contract 2.5)', () => {
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['text/vtt', 'text/vtt'],
    ['TEXT/VTT', 'text/vtt'],
    ['text/vtt; charset=utf-8', 'text/vtt'],
    ['text/vtt;q=0.1, application/json', 'application/json'],
    ['image/png, text/*;q=0.5', 'text/vtt'],
    ['text/srt', 'application/x-subrip'],
    ['application/x-subrip', 'application/x-subrip'],
  ])('the media type of an answer for Accept: %s is %s', (accept, type) => {
    expect(wanted(accept)).toBe(type);
  });

  it.each(['image/png', 'text/html', 'application/json;q=0', 'nonsense'])(
    'the media type of an answer is refused for Accept: %s, and the answer names those there are',
    (accept) => {
      expect(() => wanted(accept)).toThrow(
        expect.objectContaining({
          errors: [expect.objectContaining({ code: 'not_acceptable', accepted: ['application/json', 'text/vtt', 'application/x-subrip'] })],
        }),
      );
    },
  );
});
