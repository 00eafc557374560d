import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@app/client';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Json } from '../client.js';
import { Stack } from '../stack.js';

// `webhook listen` as a receiver's author tries it out. It has no database and no key.

const MAIN = join(import.meta.dirname, '../../../dev/src/main.ts');

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'podcast-automation-listen-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** Starts the command. `lines` are what it has answered so far. */
function listen(args: readonly string[] = ['--port', '0'], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [MAIN, 'webhook', 'listen', ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dir, ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = (): Json[] => stdout.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line)); // prettier-ignore
  return {
    enter: (line: string) => child.stdin.write(`${line}\n`),
    lines,
    output: () => stdout + stderr,
    errors: () => stderr,
    ended,
    stop: (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
    /** Waits for a line. */
    line: async (is: (line: Json) => boolean): Promise<Json> => {
      for (const deadline = Date.now() + 60_000; Date.now() < deadline && child.exitCode === null; await sleep(20)) {
        const found = lines().find(is);
        if (found) return found;
      }
      throw new Error(`no such line: ${String(is)}\n${stdout}${stderr}`);
    },
  };
}

it('webhook listen shows all from challenge to redelivery, verified once it has the secret, which it never writes', async () => {
  const listener = listen();
  const { url, environment, secret: said } = await listener.line(({ port }) => port > 0);
  expect(said).toMatch(/^none/);
  // The printed variables are all that the processes need beside their defaults.
  const stack = await Stack.create({ ...environment, QUOTA_CHECK_CRON: '* * * * * *' });
  try {
    const token = { key: 't', permissions: ['read', 'update'] };
    const { users, tokens } = await stack.load({ users: [{ key: 'u', name: 'U', available_seconds: 1000, tokens: [token] }] });
    const [{ baseUrl }] = await Promise.all([stack.start('api'), stack.start('worker')]);
    const client = createClient({ baseUrl, token: tokens['t'] ?? '' });

    const { data: registration } = await client.PUT('/api/v1/video-webhook', { body: { url } });
    const challenge = await listener.line(({ event }) => event?.type === 'webhook.verification');
    expect(challenge).toMatchObject({ verified: false, because: 'not verified: no secret', duplicate: false, answered: 200 });

    listener.enter('hello');
    listener.enter(JSON.stringify(registration));
    expect(await listener.line(({ verified }) => verified)).toEqual({ ...challenge, verified: true, because: null });

    await stack.query('INSERT INTO quota_accounts (user_id, used_seconds) VALUES ($1, 950)', [users['u']]);
    const low = await listener.line(({ event }) => event?.type === 'video_quota.low');
    expect(low).toMatchObject({ verified: true, because: null, duplicate: false, answered: 200, event: { data: { usedSeconds: 950 } } });

    const { id } = await until(async () => {
      const [latest] = (await client.GET('/api/v1/video-webhook/deliveries')).data.data;
      return latest?.status === 'delivered' ? latest : undefined;
    });
    await stack.admin('delivery', 'redeliver', id);
    expect(await listener.line(({ duplicate }) => duplicate)).toMatchObject({ verified: true, event: low.event });

    expect(await listener.stop('SIGINT')).toBe(0);
    expect(listener.errors()).toBe('There is no signing secret in this line: it is whsec_ and 44 characters.\n');
    expect(listener.output()).not.toContain(registration.data.signing_secret.slice('whsec_'.length));
  } finally {
    await listener.stop('SIGKILL');
    await stack.destroy();
  }
});

it('webhook listen keeps its certificate for the next time, the key for its owner alone', async () => {
  const [first, again] = [listen(), listen(['--port', '0'], { WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}` })];
  const [one, two] = await Promise.all([first, again].map((listener) => listener.line(({ port }) => port > 0)));
  expect([one.ca, two.secret]).toEqual([two.ca, 'from WEBHOOK_SECRET']);
  expect((await stat(join(dir, 'webhook-listener/key.pem'))).mode & 0o777).toBe(0o600);
  expect([await first.stop(), await again.stop()]).toEqual([0, 0]);
});

it('webhook listen refuses misuse, and says in one line what is wrong', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const refused = async (args: string[], env?: NodeJS.ProcessEnv) => {
    const listener = listen(args, env);
    return [await listener.ended, listener.lines(), listener.errors().split('\n').at(0)];
  };
  expect(await refused(['--port', String(port)])).toEqual([1, [], expect.stringMatching(`^The port is taken: .*:${port}$`)]);
  for (const wrong of ['-1', '65536'])
    expect(await refused([`--port=${wrong}`])).toEqual([1, [], expect.stringContaining('It must be a whole number from 0 to 65535.')]);
  expect((await refused([], { WEBHOOK_SECRET: 'whsec_x' })).slice(0, 2)).toEqual([1, []]);
  taken.close();
});
