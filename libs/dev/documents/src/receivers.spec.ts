import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventBody, eventTypesOf, newSigningSecret, sign } from '@app/outbox';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import getPort from 'get-port';
import { ROOT, textOf } from './root.ts';

// The receivers of docs/examples, and their variants, get requests that the service's own code has signed.
jest.setTimeout(120_000);

const START_TIMEOUT_MS = 60_000;

const shipped = (file: string) => textOf(`docs/examples/receivers/${file}`);
const variant = (file: string) => textOf(`docs/examples/standard-webhooks/${file}`);
const [standardTypescript, standardPython, libraries] = [variant('is-signed.ts'), variant('is_signed.py'), variant('packages.ts')];
const typescript = shipped('receiver.ts');
const python = shipped('receiver.py');

function replaced(code: string, pattern: RegExp, replacement: string): string {
  expect(code).toMatch(pattern);
  return code.replace(pattern, () => replacement);
}

const dir = mkdtempSync(join(tmpdir(), 'podcast-automation-examples-'));
symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
afterAll(() => rmSync(dir, { recursive: true }));

/** Whether a language is installed, with what its receiver needs. */
function has(language: string, program: string, ...args: string[]): boolean {
  const isThere = spawnSync(program, args, { env: { PATH: process.env['PATH'] } }).status === 0;
  if (!isThere) console.info(`${program} is not on the PATH, or incomplete: the receivers in ${language} are not run.`);
  return isThere;
}

const hasPython = has('Python', 'python3', '--version');
const hasPhp = has('PHP', 'php', '-r', 'exit(extension_loaded("pdo_sqlite") ? 0 : 1);');
const hasRuby = has('Ruby', 'ruby', '-e', 'require "rack"; require "rack/handler/webrick"; require "sqlite3"');

const inTypescript = { program: process.execPath, file: 'receiver.ts', args: (file: string) => [file] };
const inPython = { program: 'python3', file: 'receiver.py', args: (file: string) => [file] };
const inPhp = { program: 'php', file: 'receiver.php', args: (file: string, port: number) => ['-S', `127.0.0.1:${port}`, file] };
const inRuby = {
  program: 'rackup',
  file: 'receiver.ru',
  args: (file: string, port: number) => ['--server', 'webrick', '--host', '127.0.0.1', '--port', String(port), file],
};
const ts = () => replaced(typescript, /^function isSigned[^]*?^}\n/m, standardTypescript);
const py = () => replaced(python, /^def is_signed[^]*?(?=\n\n\n)/m, standardPython.trimEnd());
const RECEIVERS = [
  { name: 'TypeScript, X-SERVICE-Signature', ...inTypescript, code: () => typescript },
  { name: 'TypeScript, Standard Webhooks', ...inTypescript, code: ts },
  ...(hasPython
    ? [
        { name: 'Python, X-SERVICE-Signature', ...inPython, code: () => python },
        { name: 'Python, Standard Webhooks', ...inPython, code: py },
      ]
    : []),
  ...(hasPhp ? [{ name: 'PHP, X-SERVICE-Signature', ...inPhp, code: () => shipped('receiver.php') }] : []),
  ...(hasRuby ? [{ name: 'Ruby, X-SERVICE-Signature', ...inRuby, code: () => shipped('receiver.ru') }] : []),
];

type Sending = { as?: string; by?: string; at?: Date; without?: string };
type Low = { id: string; body: string };

describe.each(RECEIVERS.map((receiver, index) => ({ ...receiver, index })))('the receiver in $name', (receiver) => {
  const { name, program, file, args, code, index } = receiver;
  const folder = join(dir, String(index));
  const secret = newSigningSecret();
  let child: ChildProcess;
  let url = '';

  beforeAll(async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, file), code());
    const port = await getPort({ host: '127.0.0.1' });
    url = `http://127.0.0.1:${port}/podcasts`;
    child = spawn(program, args(file, port), {
      cwd: folder,
      env: { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr?.on('data', (chunk) => (errors += String(chunk)));
    for (const deadline = Date.now() + START_TIMEOUT_MS; !(await fetch(url).catch(() => undefined)); await sleep(100))
      if (Date.now() > deadline || child.exitCode !== null) throw new Error(`the receiver does not start: ${errors}`);
  });
  afterAll(() => void child.kill('SIGKILL'));

  /** Posts what the service would send, or something else instead. */
  const post = async (body: string, { as = body, by = secret, at = new Date(), without = '' }: Sending = {}) => {
    const { id } = JSON.parse(as) as { id: string };
    const headers = { ...sign({ secret: by, eventId: id, body: as, at }), 'Content-Type': 'application/json' };
    const kept = Object.entries<string>(headers).filter(([header]) => header !== without);
    const response = await fetch(url, { method: 'POST', headers: Object.fromEntries(kept), body });
    return { status: response.status, body: await response.text() };
  };
  const stored = (id: string) => {
    const db = new DatabaseSync(join(folder, 'events.db'), { readOnly: true });
    const rows = db.prepare('SELECT body FROM events WHERE id = ?').all(id);
    db.close();
    return rows.map((row) => row['body']);
  };
  const low = (id = randomUUID()): Low => {
    const data = { usedSeconds: 950, availableSeconds: 1000, remainingSeconds: 50 };
    return { id, body: eventBody({ id, type: 'video_quota.low', createdAt: new Date(), data }) };
  };
  const expectRefusal = async (id: string, answer: Promise<{ status: number }>) => {
    expect((await answer).status).toBe(400);
    expect(stored(id)).toEqual([]);
  };

  it(`the receiver in ${receiver.name} echoes the challenge`, async () => {
    const body = eventBody({ id: randomUUID(), type: 'webhook.verification', createdAt: new Date(), data: { challenge: 'Zm9v-_x' } });
    const answer = await post(body);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { challenge: 'Zm9v-_x' }]);
  });

  it(`the receiver in ${receiver.name} stores an event once, also when a duplicate with a new signature follows`, async () => {
    const { id, body } = low();
    expect((await post(body)).status).toBe(204);
    expect((await post(body, { at: new Date(Date.now() - 60_000) })).status).toBe(204);
    expect(stored(id)).toEqual([body]);
  });

  it(`the receiver in ${receiver.name} verifies the raw bytes, not re-serialised JSON`, async () => {
    const { id, body } = low();
    const odd = body.replace('"data":{', '"title" : "Gr\\u00fc\\u00dfe 😀" ,\n "data":{');
    expect((await post(odd)).status).toBe(204);
    expect(stored(id)).toEqual([odd]);
  });

  it(`the receiver in ${receiver.name} refuses a changed body`, async () => {
    const { id, body } = low();
    await expectRefusal(id, post(body.replace('950', '951'), { as: body }));
    await expectRefusal(id, post(`${body} `, { as: body }));
  });

  it(`the receiver in ${receiver.name} refuses a timestamp that is more than five minutes away`, async () => {
    const { id, body } = low();
    for (const seconds of [-330, 330]) await expectRefusal(id, post(body, { at: new Date(Date.now() + seconds * 1000) }));
    expect((await post(body, { at: new Date(Date.now() - 200_000) })).status).toBe(204);
  });

  it(`the receiver in ${receiver.name} refuses what another secret has signed, and what is not signed`, async () => {
    const { id, body } = low();
    await expectRefusal(id, post(body, { by: newSigningSecret() }));
    const required = name.includes('Standard') ? ['webhook-id', 'webhook-timestamp', 'webhook-signature'] : ['X-SERVICE-Signature'];
    for (const without of required) await expectRefusal(id, post(body, { without }));
    const garbled = { 'X-SERVICE-Signature': 't=é,v1=é', 'webhook-id': id, 'webhook-timestamp': 'é', 'webhook-signature': 'v1,é' };
    await expectRefusal(id, fetch(url, { method: 'POST', headers: garbled, body }));
    expect((await post(low().body)).status).toBe(204); // it still serves
  });

  if (program === 'php')
    // A script of PHP has no start of its own: it refuses every request instead.
    it(`the receiver in ${receiver.name} accepts nothing without a secret, not even what an empty one has signed`, () => {
      const program = `putenv('WEBHOOK_SECRET='); require 'receiver.php'; exit(receive('{}', 't=1,v1=', '')[0] === 500 ? 0 : 1);`;
      expect(spawnSync('php', ['-r', program], { cwd: folder, timeout: START_TIMEOUT_MS }).status).toBe(0);
    });
  else
    it(`the receiver in ${receiver.name} does not start without a secret`, async () => {
      const env = { PATH: process.env['PATH'] };
      const port = await getPort({ host: '127.0.0.1' });
      expect(spawnSync(program, args(file, port), { cwd: folder, env, timeout: START_TIMEOUT_MS }).status).not.toBe(0);
    });
});

it('the examples in TypeScript pass a strict type check', () => {
  writeFileSync(join(dir, 'libraries.ts'), libraries);
  const compiler = ['strict', 'noEmit', 'erasableSyntaxOnly', 'skipLibCheck'].map((option) => `--${option}`);
  const target = ['--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
  const files = ['0/receiver.ts', '1/receiver.ts', 'libraries.ts'];
  const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...compiler, ...target, ...files], { cwd: dir });
  expect(stdout.toString()).toBe('');
});

/** Verifies in a process of its own, as an integrator's program does. @returns the event, or that the library threw */
function verifyWith(library: string, body: string, headers: Record<string, string>, secret: string): unknown {
  const program = `import { ${library} } from './libraries.ts';
    try { console.log(JSON.stringify(${library}(Buffer.from(${JSON.stringify(body)}), ${JSON.stringify(headers)}, ${JSON.stringify(secret)}))); }
    catch { console.log('"refused"'); }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd: dir, encoding: 'utf8' });
  return JSON.parse(stdout || JSON.stringify(stderr)) as unknown;
}

it('the libraries verify a notification, and throw for a changed one or another secret', () => {
  writeFileSync(join(dir, 'libraries.ts'), libraries);
  const [secret, eventId] = [newSigningSecret(), randomUUID()];
  const data = { usedSeconds: 1, availableSeconds: 1, remainingSeconds: 0 };
  const body = eventBody({ id: eventId, type: 'video_quota.low', createdAt: new Date(), data });
  const signed = sign({ secret, eventId, body, at: new Date() });
  const headers = Object.fromEntries(Object.entries(signed).map(([header, value]) => [header.toLowerCase(), String(value)]));
  for (const library of ['byStripe', 'byStandardWebhooks']) {
    expect(verifyWith(library, body, headers, secret)).toEqual(JSON.parse(body));
    expect(verifyWith(library, `${body} `, headers, secret)).toBe('refused');
    expect(verifyWith(library, body, headers, newSigningSecret())).toBe('refused');
  }
});

it('the OpenAPI document shows an event of every type of the webhook, as the service writes it', () => {
  type Shown = { type: string; createdAt: string };
  const { webhooks } = JSON.parse(textOf('docs/openapi.json')) as {
    webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { example: Shown } } } } }>;
  };
  const shown = Object.values(webhooks).map(({ post }) => post.requestBody.content['application/json'].example);
  for (const event of shown)
    expect(eventBody({ ...event, createdAt: new Date(event.createdAt) } as unknown as Parameters<typeof eventBody>[0])).toBe(
      JSON.stringify(event),
    );
  expect(shown.map(({ type }) => type).sort()).toEqual([...eventTypesOf('webhook')].sort());
});
