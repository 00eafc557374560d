import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CertificateAuthority } from '@app/certificates';
import { createClient, type ApiError } from '@app/client';
import { execute } from '@app/database/testing/sql';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import getPort from 'get-port';
import { Client } from '../client.js';
import { aliceAndBob, SRT } from '../fixtures.js';
import { Postgres } from '../postgres.js';
import { hasRedis, Redis } from '../redis.js';
import { Stack, type Loaded, type Running } from '../stack.js';
import { Switch } from '../switch.js';
import { noise, Tus } from '../tus.js';

/** Node's error for a certificate whose authority it does not know. */
const UNTRUSTED = 'unable to verify the first certificate';

const REFUSED = 'The TLS connection to the database of DATABASE_URL fails (docs/deployment.md, “TLS”): ';

let authority: CertificateAuthority;
let stack: Stack;
let postgres: Postgres;
let seed: Loaded;

beforeAll(async () => {
  authority = await CertificateAuthority.create();
  postgres = await Postgres.start();
  stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000', QUOTA_CHECK_CRON: '* * * * * *' }, postgres.url);
  seed = await stack.load(aliceAndBob);
  await postgres.useTls(await authority.issue({ names: ['127.0.0.1'] }));
  await writeFile(join(stack.dir, 'ca.pem'), authority.pem);
  await writeFile(join(stack.dir, 'other.pem'), (await CertificateAuthority.create('Other')).pem);
});
afterAll(async () => {
  await stack.destroy();
  await postgres.stop();
});

/** The URL of the database over TLS, by an authority of a file in the folder of the stack. */
const secured = (ca = 'ca.pem', url = stack.databaseUrl) => `${url}?sslmode=verify-full&sslrootcert=${join(stack.dir, ca)}`;
const all = (url: string) => ({ DATABASE_URL: url, DATABASE_DIRECT_URL: url, DATABASE_READ_URL: url });
const raw = ({ baseUrl }: Running) => new Client(baseUrl, seed.tokens['all']);
const health = (api: Running) => raw(api).get('/health/ready');
const alice = ({ baseUrl }: Running) => createClient({ baseUrl, token: seed.tokens['all'] ?? '', retry: { retries: 0 } });
const statusOf = (sent: Promise<{ readonly response: Response }>) =>
  sent.then(
    ({ response }) => response.status,
    ({ status }: ApiError) => status,
  );
const reads = (api: Running) => statusOf(alice(api).GET('/api/v1/podcasts'));
const writes = (api: Running) => {
  const params = { path: { episode: seed.episodes['e1'] ?? '' } };
  return statusOf(alice(api).PUT('/api/v1/episodes/{episode}/transcript', { params, body: { content: SRT } }));
};

describe('PostgreSQL over TLS, of which the certificate is verified (contract 16.2)', () => {
  it('PostgreSQL over TLS serves api and worker, and none of their connections does without', async () => {
    const [api] = await Promise.all([stack.start('api', all(secured())), stack.start('worker', all(secured()))]);
    expect(await reads(api)).toBe(200);
    expect([200, 201]).toContain(await writes(api));
    const tus = new Tus(raw(api));
    expect((await tus.patch(await tus.begin(1000), 0, noise(1000))).status).toBe(204);
    expect((await health(api)).json).toEqual({ status: 'ready' });
    const found = () =>
      stack.query<{ name: string; tls: boolean }>(
        `SELECT application_name AS name, bool_and(ssl) AS tls FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
          WHERE datname = current_database() AND pid <> pg_backend_pid() GROUP BY 1 ORDER BY 1`,
      );
    const rows = await until(async () => {
      const present = await found();
      return ['api', 'queue', 'reads', 'worker'].every((wanted) => present.some(({ name }) => name === wanted)) && present;
    });
    expect(rows.filter(({ tls }) => !tls)).toEqual([]);
  });

  it('PostgreSQL without TLS, or of a wrong authority or name, is refused at the start, in one sentence', async () => {
    const named = secured('ca.pem', stack.databaseUrl.replace('127.0.0.1', 'localhost'));
    const plain = secured('ca.pem', process.env['TEST_DATABASE_URL']);
    const cases = [
      [secured('other.pem'), `${REFUSED}${UNTRUSTED}`],
      [named, `${REFUSED}Hostname/IP does not match certificate's altnames: Host: localhost.`],
      [
        plain,
        'The database of DATABASE_URL cannot be reached: No connection to the database could be established: The server does not support SSL connections',
      ],
    ] as const;
    for (const [DATABASE_URL, sentence] of cases) {
      const migrated = await stack.adminEnded(['migrate'], { DATABASE_URL });
      expect([migrated.status, migrated.stderr.trim().split('\n')]).toEqual([1, [expect.stringContaining(sentence)]]);
      for (const app of ['api', 'worker'] as const) await expect(stack.start(app, { DATABASE_URL })).rejects.toThrow(sentence);
    }
  });

  it('PostgreSQL over TLS is passed over as a replica that is not trusted: the primary answers, and the log says why', async () => {
    const api = await stack.start('api', { DATABASE_URL: secured(), DATABASE_READ_URL: secured('other.pem') });
    expect(await reads(api)).toBe(200);
    const line = api
      .output()
      .split('\n')
      .find((one) => one.includes('the replica of DATABASE_READ_URL is not available'));
    expect(line).toContain(UNTRUSTED);
  });

  it('PostgreSQL over TLS is named by its variable in the log when the server of DATABASE_DIRECT_URL is not trusted', async () => {
    const api = await stack.start('api', { DATABASE_URL: secured(), DATABASE_DIRECT_URL: secured('other.pem') });
    await until(() => api.output().includes(`, at DATABASE_DIRECT_URL: ${UNTRUSTED}`));
    expect(await reads(api)).toBe(200);
  });

  it('a database whose certificate is no longer trusted answers with 503, and needs no restart once it is trusted', async () => {
    const api = await stack.start('api', { DATABASE_URL: secured() });
    const reconnect = () =>
      execute(postgres.url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name IN ('api', 'reads', 'queue')`);
    expect([200, 201]).toContain(await writes(api));
    await postgres.useTls(await authority.issue({ names: ['db.example.com'] }));
    await reconnect();
    await until(async () => (await writes(api)) === 503);
    for (let round = 0; round < 5; round += 1) expect([await writes(api), await reads(api)]).toEqual([503, 503]);
    expect((await health(api)).json.missing).toContain('database');
    await postgres.useTls(await authority.issue({ names: ['127.0.0.1'] }));
    await until(async () => [200, 201].includes(await writes(api)));
    await until(async () => (await health(api)).status === 200);
  });

  it('silently dropped database connections answer with 503, and new ones succeed', async () => {
    const line = await Switch.to(Number(new URL(postgres.url).port));
    try {
      const api = await stack.start('api', { DATABASE_URL: secured('ca.pem', stack.databaseUrl.replace(/:\d+\//, `:${line.port}/`)) });
      expect([200, 201]).toContain(await writes(api));
      line.swallow();
      expect(await writes(api)).toBe(503);
      await until(async () => [200, 201].includes(await writes(api)));
    } finally {
      await line.close();
    }
  });
});

if (hasRedis) {
  describe('Redis over TLS', () => {
    let redis: Redis;
    beforeAll(async () => {
      const issued = await authority.issue({ names: ['127.0.0.1'] });
      const files = { cert: join(stack.dir, 'redis.crt'), key: join(stack.dir, 'redis.key') };
      await Promise.all([writeFile(files.cert, issued.cert), writeFile(files.key, issued.key)]);
      redis = await Redis.startTls(files);
    });
    afterAll(() => redis.stop());

    it('Redis over TLS serves limits and queue with an authority of NODE_EXTRA_CA_CERTS', async () => {
      const env = { REDIS_URL: redis.url, NODE_EXTRA_CA_CERTS: join(stack.dir, 'ca.pem') };
      const port = await getPort({ host: '127.0.0.1' });
      const [api] = await Promise.all([stack.start('api', env), stack.start('worker', { ...env, WORKER_PORT: String(port) })]);
      const worker = new Client(`http://127.0.0.1:${port}`);
      await until(async () => JSON.stringify((await health(api)).json) === '{"status":"ready"}');
      expect(await reads(api)).toBe(200);
      await until(async () => /^job_runs_total\{[^}]*outcome="succeeded"[^}]*\} [1-9]/m.test((await worker.get('/metrics')).text));
      expect(api.output()).not.toContain('redis is away');
    });

    it('Redis over TLS that is not trusted is not used: limits are counted in PostgreSQL, and the log says why', async () => {
      const api = await stack.start('api', { REDIS_URL: redis.url });
      await until(async () => JSON.stringify((await health(api)).json) === '{"status":"ready","degraded":["redis"]}');
      expect(await reads(api)).toBe(200);
      const line = api
        .output()
        .split('\n')
        .find((one) => one.includes('redis is away'));
      expect(line).toContain(UNTRUSTED);
    });
  });
}
