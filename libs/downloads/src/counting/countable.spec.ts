import { describe, expect, it } from '@jest/globals';
import { whyNotCountable } from './countable.js';

const APP = 'AntennaPod/3.4.0';

describe('a request for audio (contract 12.6)', () => {
  it.each([undefined, '', '  '])('a request for audio without a user agent (%j) is not counted', (agent) => {
    expect(whyNotCountable({ 'user-agent': agent })).toBe('no_user_agent');
  });

  it.each([
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['sec-purpose', 'prefetch;anonymous-client-ip'],
    ['purpose', 'prefetch'],
    ['purpose', 'Preview'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ])('a request for audio that a browser prefetches (%s: %s) is not counted', (name, value) => {
    expect(whyNotCountable({ 'user-agent': APP, [name]: value })).toBe('prefetch');
  });

  it.each([
    'bytes=0-0',
    'bytes=0-1',
    'bytes=1000-1001',
    'bytes=-2',
    'bytes=-1',
    'bytes=-0',
    'bytes=0-0,-1',
    'Bytes=0-0, 5-5',
    ' bytes=0-1 ',
  ])('a request for audio for two bytes or fewer (%s) is not counted', (range) =>
    expect(whyNotCountable({ 'user-agent': APP, range })).toBe('probe'),
  );

  it.each([
    'bytes=0-',
    'bytes=0-2',
    'bytes=-3',
    'bytes=0-0,10-20',
    'bytes=5-',
    'bytes=1-0',
    'bytes=-',
    'bytes=',
    'bytes=x',
    'items=0-1',
    '',
  ])('a request for audio for more bytes, or with a range that is not valid (%s), is counted', (range) =>
    expect(whyNotCountable({ 'user-agent': APP, range })).toBeNull(),
  );

  it('a request for audio of a bot or a watch is not counted', () => {
    expect(whyNotCountable({ 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })).toBe('bot');
    expect(whyNotCountable({ 'user-agent': 'atc/1.0 watchOS/10.0 model/Watch6,7 hwp/t8301 build/21R356' })).toBe('watch');
  });
});
