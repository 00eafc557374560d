// The receivers of docs/webhooks.md, as they stand there, get requests that the service's own code has signed.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const DOCUMENT = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8');

await build(['libs/webhooks']);
const { newSigningSecret, sign } = await import('../libs/webhooks/dist/dispatch/sign.js');
const { eventBody } = await import('../libs/webhooks/dist/events.js');

const blocks = (language) => [...DOCUMENT.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code);
const [typescript, standardTypescript, libraries] = blocks('ts');
const [python, standardPython] = blocks('python');
const inPlaceOf = (pattern, alternative) => (code) => {
  assert.match(code, pattern);
  return code.replace(pattern, () => alternative);
};

const dir = mkdtempSync(join(tmpdir(), 'podcast-automation-examples-'));
symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
after(() => rmSync(dir, { recursive: true }));

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.log('python3 is not on the PATH: the receivers in Python are not run.');

const RECEIVERS = [
  ['TypeScript, X-SERVICE-Signature', process.execPath, 'receiver.ts', typescript],
  [
    'TypeScript, Standard Webhooks',
    process.execPath,
    'receiver.ts',
    inPlaceOf(/^function isSigned[^]*?^}\n/m, standardTypescript)(typescript),
  ],
  ['Python, X-SERVICE-Signature', 'python3', 'receiver.py', python],
  ['Python, Standard Webhooks', 'python3', 'receiver.py', inPlaceOf(/^def is_signed[^]*?(?=\n\n\n)/m, standardPython.trimEnd())(python)],
];

for (const [index, [name, program, file, code]] of RECEIVERS.entries()) {
  describe(`the receiver in ${name}`, { skip: program === 'python3' && !hasPython }, () => {
    const folder = join(dir, String(index));
    const secret = newSigningSecret();
    /** @type {import('node:child_process').ChildProcess} */
    let receiver;
    let url = '';

    before(async () => {
      mkdirSync(folder);
      writeFileSync(join(folder, file), code);
      const port = await freePort();
      url = `http://127.0.0.1:${port}/podcasts`;
      receiver = spawn(program, [file], { cwd: folder, env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) } });
      let said = '';
      receiver.stderr?.on('data', (chunk) => (said += chunk));
      for (let patience = 100; !(await fetch(url).catch(() => undefined)); await sleep(100))
        assert(patience-- > 0 && receiver.exitCode === null, said);
    });
    after(() => receiver.kill('SIGKILL'));

    /** Posts what the service would send, or something else in its place. @returns {Promise<{ status: number, body: string }>} */
    const post = async (body, { as = body, by = secret, at = new Date(), without = '' } = {}) => {
      const headers = { ...sign({ secret: by, eventId: JSON.parse(as).id, body: as, at }), 'Content-Type': 'application/json' };
      const kept = Object.entries(headers).filter(([header]) => header !== without);
      const response = await fetch(url, { method: 'POST', headers: Object.fromEntries(kept), body });
      return { status: response.status, body: await response.text() };
    };
    /** What is stored of an event. */
    const stored = (id) => {
      const db = new DatabaseSync(join(folder, 'events.db'), { readOnly: true });
      const rows = db.prepare('SELECT body FROM events WHERE id = ?').all(id);
      db.close();
      return rows.map(({ body }) => body);
    };
    const low = (id = randomUUID()) => {
      const data = { usedSeconds: 950, availableSeconds: 1000, remainingSeconds: 50 };
      return { id, body: eventBody({ id, type: 'video_quota.low', createdAt: new Date(), data }) };
    };
    const refused = async (id, answer) => {
      assert.equal((await answer).status, 400);
      assert.deepEqual(stored(id), []);
    };

    it('echoes the challenge', async () => {
      const body = eventBody({ id: randomUUID(), type: 'webhook.verification', createdAt: new Date(), data: { challenge: 'Zm9v-_x' } });
      const answer = await post(body);
      assert.deepEqual([answer.status, JSON.parse(answer.body)], [200, { challenge: 'Zm9v-_x' }]);
    });

    it('stores an event as it came, and a duplicate with a new signature once', async () => {
      const { id, body } = low();
      assert.equal((await post(body)).status, 204);
      assert.equal((await post(body, { at: new Date(Date.now() - 60_000) })).status, 204);
      assert.deepEqual(stored(id), [body]);
    });

    it('verifies the raw bytes, and not what JSON would make of them', async () => {
      const { id, body } = low();
      const odd = body.replace('"data":{', '"title" : "Gr\\u00fc\\u00dfe 😀" ,\n "data":{');
      assert.equal((await post(odd)).status, 204);
      assert.deepEqual(stored(id), [odd]);
    });

    it('refuses a changed body', async () => {
      const { id, body } = low();
      await refused(id, post(body.replace('950', '951'), { as: body }));
      await refused(id, post(`${body} `, { as: body }));
    });

    it('refuses a time that is more than five minutes away', async () => {
      const { id, body } = low();
      for (const seconds of [-310, 310]) await refused(id, post(body, { at: new Date(Date.now() + seconds * 1000) }));
      assert.equal((await post(body, { at: new Date(Date.now() - 290_000) })).status, 204);
    });

    it('refuses what another secret has signed, and what is not signed', async () => {
      const { id, body } = low();
      await refused(id, post(body, { by: newSigningSecret() }));
      for (const without of name.includes('Standard') ? ['webhook-id', 'webhook-timestamp', 'webhook-signature'] : ['X-SERVICE-Signature'])
        await refused(id, post(body, { without }));
      const garbled = { 'X-SERVICE-Signature': 't=é,v1=é', 'webhook-id': id, 'webhook-timestamp': 'é', 'webhook-signature': 'v1,é' };
      await refused(id, fetch(url, { method: 'POST', headers: garbled, body }));
      assert.equal((await post(low().body)).status, 204); // and is still there
    });

    it('does not start without a secret', () => {
      assert.notEqual(spawnSync(program, [file], { cwd: folder, env: { PATH: process.env.PATH }, timeout: 10_000 }).status, 0);
    });
  });
}

it('the examples in TypeScript pass a strict type check', () => {
  writeFileSync(join(dir, 'libraries.ts'), libraries);
  const compiler = ['strict', 'noEmit', 'erasableSyntaxOnly', 'skipLibCheck'].map((option) => `--${option}`);
  const target = ['--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
  const files = ['0/receiver.ts', '1/receiver.ts', 'libraries.ts'];
  const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...compiler, ...target, ...files], { cwd: dir });
  assert.equal(stdout.toString(), '');
});

it('the libraries verify a notification as it is, and throw for another', async () => {
  writeFileSync(join(dir, 'libraries.ts'), libraries);
  const { byStripe, byStandardWebhooks } = await import(pathToFileURL(join(dir, 'libraries.ts')).href);
  const [secret, eventId] = [newSigningSecret(), randomUUID()];
  const body = eventBody({
    id: eventId,
    type: 'video_quota.low',
    createdAt: new Date(),
    data: { usedSeconds: 1, availableSeconds: 1, remainingSeconds: 0 },
  });
  const signed = sign({ secret, eventId, body, at: new Date() });
  const headers = Object.fromEntries(Object.entries(signed).map(([header, value]) => [header.toLowerCase(), value]));
  for (const verify of [byStripe, byStandardWebhooks]) {
    assert.deepEqual(verify(Buffer.from(body), headers, secret), JSON.parse(body));
    assert.throws(() => verify(Buffer.from(`${body} `), headers, secret));
    assert.throws(() => verify(Buffer.from(body), headers, newSigningSecret()));
  }
});

it('the events that are shown are written as the service writes them, one of every type', () => {
  const shown = blocks('json').map((text) => JSON.parse(text)).filter(({ type }) => type !== undefined); // prettier-ignore
  for (const event of shown) assert.equal(eventBody({ ...event, createdAt: new Date(event.createdAt) }), JSON.stringify(event));
  const listed = [...DOCUMENT.matchAll(/^\| `(\w+\.\w+)` \|/gm)].map(([, type]) => type);
  assert.deepEqual(shown.map(({ type }) => type), listed); // prettier-ignore
});

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => done(port));
    });
  });
}
