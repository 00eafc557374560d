import { Environment, Env, EnvError } from '@app/env';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadEnvironment } from './composition.js';
import { FEATURES } from './features.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'env-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const KEY = Buffer.alloc(32, 7).toString('base64');
const load = (over: NodeJS.ProcessEnv = {}) => {
  const environment = loadEnvironment({ DATA_DIR: dir, DATABASE_URL: 'postgres://u@h/d', ENCRYPTION_KEY: KEY, ...over });
  const classes = [Env, ...FEATURES.flatMap((feature) => feature.environment ?? [])];
  return Object.assign({}, ...classes.map((Variables) => environment.get(Variables))) as Record<string, unknown>;
};

function faults(over: NodeJS.ProcessEnv): readonly string[] {
  try {
    load(over);
  } catch (error) {
    if (error instanceof EnvError) return error.faults;
    throw error;
  }
  return [];
}

describe('the environment (contract 1.6)', () => {
  it('the environment has the defaults of the table', () => {
    expect(load()).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      RATE_LIMIT_PER_MINUTE: 60,
      WEBHOOK_REGISTRATIONS_PER_HOUR: 5,
      WEBHOOK_RETRY_DELAYS: [60, 300, 900, 3600, 10_800],
      WEBHOOK_TIMEOUT_MS: 10_000,
      QUOTA_CHECK_CRON: '*/5 * * * *',
      RETENTION_DAYS: 30,
      RSS_REFETCH_INTERVAL_SECONDS: 300,
      TRUST_PROXY: 0,
      LOG_LEVEL: 'info',
    });
  });

  it('the environment takes an empty variable for an unset one', () => {
    expect(load({ PORT: '', REDIS_URL: ' ' })).toMatchObject({ PORT: 3000 });
  });

  it.each([
    ['PORT', ['0', '65535'], ['-1', '65536', '1.5', 'x', '0x10', '1e3']],
    ['RATE_LIMIT_PER_MINUTE', ['1', '1000000'], ['0', '-5']],
    ['WEBHOOK_TIMEOUT_MS', ['100', '30000'], ['99', '30001']],
    [
      'WEBHOOK_RETRY_DELAYS',
      ['1,2,3,4,5', '0.1,0.1,0.1,0.1,0.1', '1, 2, 3, 4, 31536000'],
      [
        '1,2,3,4',
        '1,2,3,4,5,6',
        '1,2,3,4,0',
        '1,2,3,4,x',
        '1,2,3,4,',
        '1,2,3,4,-5',
        '1,2,3,4,1e3',
        '1e300,1,1,1,1',
        '1,1,1,1,0x10',
        '1,2,3,4,31536000.1',
      ],
    ],
    [
      'QUOTA_CHECK_CRON',
      ['*/5 * * * *', '*/10 * * * * *', '0 0 29 2 *'],
      ['* * * *', '61 * * * *', 'often', '@daily', '0 0 30 2 *', '0 0 31 4,6 *'],
    ],
    ['OTEL_EXPORTER_OTLP_HEADERS', ['a=b', 'authorization=Bearer%20x, b = c'], ['secret', 'a=100%', 'a=%zz', '=b', 'a=b,']],
    ['REDIS_URL', ['redis://h', 'rediss://:secret@h:1/2'], ['h:6379', 'http://h']],
    ['DATABASE_URL', ['postgresql://u:secret@h:1/d'], ['mysql://u:secret@h/d', 'secret']],
    ['ENCRYPTION_KEY', [KEY], ['secret', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')]],
    ['OUTBOUND_CONNECT_TO', ['a.example:443:127.0.0.1:8443', 'a:1:b:2,c:3:d:4'], ['a:1:b', 'a:1:b:2,', 'x']],
    ['NODE_ENV', ['test'], ['staging']],
    ['LOG_LEVEL', ['silent'], ['loud']],
    ['TRUST_PROXY', ['1'], ['true']],
  ])('%s takes %j and not %j', (name, good, bad) => {
    for (const value of good) expect([value, faults({ [name]: value })]).toEqual([value, []]);
    for (const value of bad) {
      const found = faults({ [name]: value });
      expect([value, found.length, found[0]?.startsWith(name)]).toEqual([value, 1, true]);
      expect(found[0]).not.toContain('secret');
    }
  });

  it('the environment names every fault in one message', () => {
    const found = faults({ PORT: 'x', TRUST_PROXY: 'x', RETENTION_DAYS: '0' });
    expect(found.map((fault) => fault.split(' ')[0]).sort()).toEqual(['PORT', 'RETENTION_DAYS', 'TRUST_PROXY']);
    expect(() => load({ PORT: 'x', TRUST_PROXY: 'x' })).toThrow(/PORT[^]*TRUST_PROXY/);
  });

  it('the environment refuses the test switch in production', () => {
    expect(faults({ NODE_ENV: 'production', OUTBOUND_CONNECT_TO: 'a:1:b:2' })).toEqual([
      'OUTBOUND_CONNECT_TO must not be set when NODE_ENV is production',
    ]);
  });

  it('the environment takes a secret from a file, and says what is wrong with the file', () => {
    const file = join(dir, 'secret');
    writeFileSync(file, 'postgres://u:secret@h/d\n');
    expect(load({ DATABASE_URL: '', DATABASE_URL_FILE: file })).toMatchObject({ DATABASE_URL: 'postgres://u:secret@h/d' });
    expect(faults({ DATABASE_URL_FILE: file })).toEqual(['DATABASE_URL_FILE must not be set beside DATABASE_URL']);
    expect(faults({ DATABASE_URL: '', DATABASE_URL_FILE: join(dir, 'none') })[0]).toMatch(/^DATABASE_URL_FILE cannot be read: ENOENT/);
  });

  it('the environment says which file of a database URL cannot be read', () => {
    const url = (ca: string) => `postgres://u:secret@h,i/d?sslmode=verify-full&sslrootcert=${ca}`;
    const ca = join(dir, 'ca.pem');
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL']) {
      expect(faults({ [name]: url(ca) })).toEqual([`${name} names an sslrootcert that cannot be read: ENOENT: no such file or directory, open '${ca}'`]);
    } // prettier-ignore
    writeFileSync(ca, '');
    expect(faults({ DATABASE_URL: url(ca), DATABASE_READ_URL: url(ca) })).toEqual([]);
  });

  it('the environment needs an encryption key in production and with a database of its own', () => {
    expect(faults({ ENCRYPTION_KEY: '' })[0]).toContain('ENCRYPTION_KEY is required with DATABASE_URL');
    expect(faults({ ENCRYPTION_KEY: '', NODE_ENV: 'production' })[0]).toContain('ENCRYPTION_KEY is required when NODE_ENV is production');
  });

  it('the environment finds the embedded server by its URL under DATA_DIR, and makes a key beside it, once', () => {
    expect(() => Environment.load({ DATA_DIR: dir }).get(Env)).toThrow(/DATABASE_URL is not set/);
    writeFileSync(join(dir, 'database-url'), 'postgres://embedded/d\n');
    const first = Environment.load({ DATA_DIR: dir }).get(Env);
    expect(first.DATABASE_URL).toBe('postgres://embedded/d');
    expect(Buffer.from(first.ENCRYPTION_KEY, 'base64')).toHaveLength(32);
    expect(Environment.load({ DATA_DIR: dir }).get(Env).ENCRYPTION_KEY).toBe(first.ENCRYPTION_KEY);
    expect(statSync(join(dir, 'encryption-key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dir, 'encryption-key'), 'utf8').trim()).toBe(first.ENCRYPTION_KEY);
  });
});
