import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { logContext } from './log-context.js';
import { createLog } from './log.js';

function lines(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  let text = '';
  const into = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  write(createLog('test', 'info', into));
  return text.trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
}

describe('the log', () => {
  it('the log is one JSON object a line, with the level in words, the time and what the context says', () => {
    const [line] = lines((log) => logContext.run({ request: 'r-1' }, () => log.info({ status: 200 }, 'request')));
    expect(line).toMatchObject({
      level: 'info',
      name: 'test',
      request: 'r-1',
      status: 200,
      msg: 'request',
      time: expect.stringMatching(/Z$/),
    });
  });

  it('a field of one log line of a request is not in its next line', () => {
    const [, second] = lines((log) =>
      logContext.run({ request: 'r-1' }, () => {
        log.info({ first: 1 }, 'one');
        log.info({ second: 2 }, 'two');
      }),
    );
    expect(second).toMatchObject({ request: 'r-1', second: 2 });
    expect(second).not.toHaveProperty('first');
  });

  it('the log strikes out headers that carry secrets', () => {
    const headers = { authorization: 'Bearer pat_secret', cookie: 'secret' };
    expect(JSON.stringify(lines((log) => log.warn({ request: { headers }, headers }, 'x')))).not.toContain('secret');
  });

  it('the log says what caused a failure, without its parameters, and ends where causes go round', () => {
    const cause = Object.assign(new Error('S3 refused DeleteObject'), { code: 'AccessDenied', parameters: ['pat_secret'] });
    cause.cause = cause;
    const [line] = lines((log) => log.warn({ err: new Error('not stored', { cause }) }, 'failed'));
    expect(line).toMatchObject({ err: { message: 'not stored', cause: { message: 'S3 refused DeleteObject', code: 'AccessDenied' } } });
    expect(JSON.stringify(line)).not.toContain('secret');
    expect(JSON.stringify(line).length).toBeLessThan(5000);
  });

  it('the log writes no parameters of a failed statement', () => {
    const err = Object.assign(new Error('duplicate key'), {
      code: '23505',
      parameters: ['pat_secret'],
      query: 'INSERT',
      driverError: { detail: 'secret' },
    });
    const [line] = lines((log) => log.error({ err }, 'failed'));
    expect(line).toMatchObject({ err: { message: 'duplicate key', code: '23505' } });
    expect(JSON.stringify(line)).not.toContain('secret');
  });
});
