import { describe, expect, it } from '@jest/globals';
import { redisOptions } from './redis-options.js';

describe('the URL of Redis', () => {
  it('the URL of Redis names one server, which the driver reads itself', () => {
    for (const url of ['redis://127.0.0.1:6379', 'rediss://user:secret@cache.example.com/1']) expect(redisOptions(url)).toEqual({ url });
  });

  it('the URL of Redis names Sentinels, the master that they watch, and how to log in to both', () => {
    expect(redisOptions('redis+sentinel://one,two:26380/mymaster')).toEqual({
      sentinels: [
        { host: 'one', port: 26_379 },
        { host: 'two', port: 26_380 },
      ],
      name: 'mymaster',
      db: 0,
      failoverDetector: true,
    });
    expect(redisOptions('rediss+sentinel://ada:p%40ss@[::1]:1/m%20x/3?sentinel_password=q')).toEqual({
      sentinels: [{ host: '::1', port: 1 }],
      name: 'm x',
      db: 3,
      failoverDetector: true,
      username: 'ada',
      password: 'p@ss',
      sentinelPassword: 'q',
      tls: {},
      enableTLSForSentinelMode: true,
    });
  });

  it.each(['http://one', 'redis+sentinel://one', 'redis+sentinel://one,/m', 'redis+sentinel:///m', 'redis+sentinel://one:x/m', 'redis:'])(
    'the text %s is no URL of Redis',
    (url) => {
      expect(redisOptions(url)).toBeUndefined();
    },
  );
});
