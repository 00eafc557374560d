import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import getPort from 'get-port';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import type { Env } from '@app/env';
import { until } from './testing/until.js';
import { connectRedis } from './redis.js';

if (spawnSync('redis-server', ['--version']).status !== 0) console.info('redis-server is not on the PATH: its connection is not tried.');
else {
  describe('a command to Redis', () => {
    let server: ChildProcess;
    let redis: Redis;

    beforeAll(async () => {
      const port = await getPort({ host: '127.0.0.1' });
      server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' });
      redis = (await connectRedis({ REDIS_URL: `redis://127.0.0.1:${port}` } as Env, pino({ level: 'silent' })))!;
      await until(() => redis.status === 'ready');
    });
    afterAll(async () => {
      redis.disconnect();
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await ended;
    });

    it('a command to Redis is answered when the answer came while this process could not run', async () => {
      await redis.ping();
      const answer = redis.ping();
      await new Promise((resolve) => setImmediate(resolve)); // it is sent
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
      expect(await answer).toBe('PONG');
    });

    it('a command to Redis is given up when Redis does not answer', async () => {
      server.kill('SIGSTOP');
      await expect(redis.ping()).rejects.toThrow('Redis has not answered in time');
      server.kill('SIGCONT');
    });
  });

  it('each outage of Redis is one line in the log, and so is its end', async () => {
    const port = await getPort({ host: '127.0.0.1' });
    const lines: string[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line) => lines.push((JSON.parse(line) as { msg: string }).msg) });
    const redis = (await connectRedis({ REDIS_URL: `redis://127.0.0.1:${port}` } as Env, log))!;
    let attempts = 0;
    redis.on('error', () => (attempts += 1));
    try {
      for (let outage = 1; outage <= 2; outage += 1) {
        const before = attempts;
        await until(() => attempts >= before + 2);
        const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' });
        await until(() => redis.status === 'ready').finally(() => server.kill('SIGKILL'));
      }
    } finally {
      redis.disconnect();
    }
    expect(lines).toEqual(['redis is away', 'redis is back', 'redis is away', 'redis is back']);
  });
}
