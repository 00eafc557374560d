import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@app/client';
import { anMp4 } from '@app/media';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Client } from '../client.js';
import { MeteredLine } from '../metered-line.js';
import { ROOT, Stack, type Loaded, type Running } from '../stack.js';
import { Switch } from '../switch.js';
import { idOf, noise, sendAndBreak, sha256, Tus } from '../tus.js';

const MB = 1024 * 1024;
const UPLOADS = '/api/v1/uploads';
const BUCKET = 'videos';
/** A port that nobody listens on. */
const NOWHERE = 9;

/** Swift starts within four minutes. When its parent has gone, it finishes the start before it ends. */
const SWIFT_TIMEOUT_MS = 300_000;
jest.setTimeout(2 * SWIFT_TIMEOUT_MS);

let s3: ChildProcess;
let s3Port: number;
let line: Switch;
let stack: Stack;
let seed: Loaded;
let api: Running;

beforeAll(async () => {
  s3 = spawn(process.execPath, [join(ROOT, 'libs/uploads/dist/testing/s3-server.js')], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const { endpoint } = await new Promise<{ endpoint: string }>((resolve) => s3.once('message', resolve as (told: unknown) => void));
  s3Port = Number(new URL(endpoint).port);
  line = await Switch.to(s3Port);
  stack = await Stack.create({
    RATE_LIMIT_PER_MINUTE: '100000',
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: `http://127.0.0.1:${line.port}`,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  seed = await stack.load({
    users: [{ key: 'alice', name: 'Alice', available_seconds: 60, tokens: [{ key: 'all', permissions: ['read', 'update', 'delete'] }] }],
    podcasts: [
      { key: 'tech', title: 'Tech Weekly', owner: 'alice', ownership_confirmed: true },
      {
        key: 'public',
        title: 'Public',
        owner: 'alice',
        ownership_confirmed: true,
        episodes: [
          { key: 'out', title: 'Out', guid: 'out', published_at: '2026-01-01T00:00:00Z' },
          { key: 'draft', title: 'Draft', guid: 'draft' },
        ],
      },
    ],
  });
  api = await stack.start('api');
  await stack.start('worker');
});
afterAll(async () => {
  await stack.destroy();
  await line.close();
  s3.kill();
});

const caller = (at: Running = api) => new Client(at.baseUrl, seed.tokens['all']);
const tus = (at?: Running) => new Tus(caller(at));
const client = (at: Running = api) => createClient({ baseUrl: at.baseUrl, token: seed.tokens['all'] ?? '' });
const of = (upload: string) => ({ params: { path: { upload } } });
const show = async (id: string, at?: Running) => (await client(at).GET('/api/v1/uploads/{upload}', of(id))).data.data;

/** An object of the bucket, as somebody else reads it; undefined when there is none. */
async function object(key: string): Promise<Buffer | undefined> {
  const answer = await fetch(`http://127.0.0.1:${s3Port}/${BUCKET}/${key}`);
  const body = Buffer.from(await answer.arrayBuffer());
  return answer.status === 200 ? body : undefined;
}

const objectsOf = (id: string) => Promise.all([id, `${id}.info`, `${id}.part`].map(async (key) => (await object(key)) !== undefined));

async function expectWhole(id: string, bytes: Buffer): Promise<void> {
  expect(await show(id)).toMatchObject({ status: 'completed', received_bytes: bytes.length });
  const stored = await object(id);
  expect(sha256(stored ?? Buffer.alloc(0))).toBe(sha256(bytes));
}

it('an upload whose connection breaks and whose api is killed continues where it stopped, and is complete', async () => {
  const bytes = noise(50 * MB + 7);
  const path = await tus().begin(bytes.length);
  await tus().patch(path, 0, bytes.subarray(0, 10 * MB));
  const headers = {
    Authorization: `Bearer ${seed.tokens['all']}`,
    'Tus-Resumable': '1.0.0',
    'Content-Type': 'application/offset+octet-stream',
  };
  const from = { ...headers, 'Upload-Offset': String(10 * MB) };
  await sendAndBreak(`${api.baseUrl}${path}`, {
    method: 'PATCH',
    headers: from,
    announce: 20 * MB,
    body: bytes.subarray(10 * MB, 21 * MB),
  });
  const broken = await tus().offset(path);
  expect(broken).toBeGreaterThanOrEqual(10 * MB);

  const doomed = await stack.start('api', { TMPDIR: stack.dir }); // what it leaves there goes with the stack
  const sending = tus(doomed)
    .patch(path, broken, bytes.subarray(broken))
    .catch(() => undefined);
  // Some parts have been stored, others are on their way.
  await until(async () => ((await show(idOf(path))).received_bytes ?? 0) >= broken + 8 * MB);
  await doomed.stop('SIGKILL');
  await sending;

  const offset = await tus().offset(path);
  expect(offset).toBeGreaterThanOrEqual(broken + 8 * MB);
  if (offset < bytes.length) expect((await tus().patch(path, offset, bytes.subarray(offset))).status).toBe(204);
  await expectWhole(idOf(path), bytes);
});

it('a form is stored whole, though no part of it tells its length', async () => {
  const bytes = noise(19 * MB + 1, 3);
  const data = new FormData();
  data.append('file', new Blob([bytes]), 'talk.mp4');
  const headers = { Authorization: `Bearer ${seed.tokens['all']}` };
  const answer = await fetch(`${api.baseUrl}${UPLOADS}`, { method: 'POST', headers, body: data });
  expect(answer.status).toBe(201);
  const { data: upload } = (await answer.json()) as { data: { id: string } };
  await expectWhole(upload.id, bytes);
});

it('a video stock is made of an upload in the bucket', async () => {
  const { id: upload_id } = await client().upload(anMp4({ seconds: 12 }), { filename: 'talk.mp4', contentType: 'video/mp4' });
  const body = { podcast_id: seed.podcasts['tech'] ?? '', client_key: 'in-a-bucket', upload_id };
  const { id } = (await client().POST('/api/v1/video-stocks', { body })).data.data;
  const stock = await until(async () => {
    const { data } = (await client().GET('/api/v1/video-stocks/{stock}', { params: { path: { stock: id } } })).data;
    return data.status === 'processing' ? undefined : data;
  });
  expect(stock).toMatchObject({ status: 'ready', duration_seconds: 12 });
});

it('a public video is a redirect to a signed address of the store, in parts too; that of a draft is not (contract 17)', async () => {
  const bytes = Buffer.from(anMp4({ seconds: 5 }));
  const podcast = seed.podcasts['public'] ?? '';
  await client().PUT('/api/v1/podcasts/{podcast}/publication', { params: { path: { podcast } }, body: { public: true } });
  for (const guid of ['out', 'draft']) {
    const upload = await client().upload(bytes, { filename: 'talk.mp4', contentType: 'video/mp4' });
    const body = { podcast_id: podcast, client_key: guid, upload_id: upload.id, match: { guid } };
    const { data } = await client().POST('/api/v1/video-stocks', { body });
    expect((await client().until(data.data, 'matched')).matched_episode_id).toBe(seed.episodes[guid]);
  }
  const video = (key: string, init?: RequestInit) => fetch(`${api.baseUrl}/e/${seed.episodes[key]}/video`, { redirect: 'manual', ...init });
  const redirect = await until(async () => {
    const answer = await video('out');
    return answer.status === 302 && answer;
  });
  expect(redirect.headers.get('cache-control')).toBe('no-store');
  expect(redirect.headers.get('access-control-allow-origin')).toBe('*');
  const address = new URL(redirect.headers.get('location') ?? '');
  expect([address.port, address.searchParams.get('X-Amz-Signature'), Number(address.searchParams.get('X-Amz-Expires')) > 0]).toEqual([
    String(line.port),
    expect.stringMatching(/^[0-9a-f]{64}$/),
    true,
  ]);
  const whole = await video('out', { redirect: 'follow' });
  expect(sha256(Buffer.from(await whole.arrayBuffer()))).toBe(sha256(bytes));
  const part = await video('out', { redirect: 'follow', headers: { Range: 'bytes=10-19' } });
  expect([part.status, Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))]).toEqual([206, true]);
  const draft = await video('draft');
  expect([draft.status, draft.headers.get('location')]).toEqual([404, null]);
});

it('an upload is 503 while S3 is unavailable, and continues when S3 is back', async () => {
  const bytes = noise(20 * MB, 5);
  const path = await tus().begin(bytes.length);
  await tus().patch(path, 0, bytes.subarray(0, 9 * MB));
  line.turn(NOWHERE);
  expect((await tus().patch(path, 9 * MB, bytes.subarray(9 * MB))).status).toBe(503);
  expect((await tus().send('HEAD', path)).status).toBe(423); // clients would begin from zero after any other
  expect((await tus().create(10)).status).toBe(503);
  line.turn(s3Port);
  expect(await tus().offset(path)).toBe(9 * MB);
  expect((await tus().patch(path, 9 * MB, bytes.subarray(9 * MB))).status).toBe(204);
  await expectWhole(idOf(path), bytes);
});

it('tus-js-client, unmodified, brings its file through when S3 goes away in the middle', async () => {
  const bytes = noise(48 * MB + 3, 7);
  const file = join(stack.dir, 'talk.bin');
  await writeFile(file, bytes);
  const toApi = await MeteredLine.to(new URL(api.baseUrl).port);
  toApi.allow(20 * MB);
  const client = spawn(process.execPath, [join(ROOT, 'apps/api-e2e/clients/tus-js-client.ts'), file, `${file}.urls`], {
    env: { PATH: process.env['PATH'], BASE_URL: toApi.url, TOKEN: seed.tokens['all'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  client.stdout.on('data', (chunk) => (told += String(chunk)));
  const ended = new Promise((resolve) => client.once('close', resolve));
  await toApi.exhausted;
  const before = line.connections;
  line.turn(NOWHERE);
  toApi.allow(Infinity);
  await until(() => line.connections >= before + 3); // what is tried three times has failed
  line.turn(s3Port);
  expect(await ended).toBe(0);
  const { url } = JSON.parse(told.trim().split('\n').at(-1) ?? '') as { url: string };
  await expectWhole(idOf(url), bytes);
  // The upload began once.
  expect(await stack.query('SELECT id FROM uploads WHERE byte_size = $1', [bytes.length])).toEqual([{ id: idOf(url) }]);
  toApi.close();
});

it('a deleted upload is taken out of the bucket, complete or not', async () => {
  const [whole, part] = [(await client().upload(noise(10))).id, idOf(await tus().begin(20 * MB))];
  await tus().patch(`${UPLOADS}/${part}`, 0, noise(9 * MB));
  expect([await objectsOf(whole), await objectsOf(part)]).toEqual([
    [true, true, false],
    [false, true, true],
  ]);
  for (const id of [whole, part]) {
    expect((await client().DELETE('/api/v1/uploads/{upload}', of(id))).data.data).toEqual({ deleted: true });
    expect(await objectsOf(id)).toEqual([false, false, false]);
  }
});

/** The store, but for requests of a method, which it refuses. */
async function refusing(method: string, words: string): Promise<Server> {
  const server = createServer((asked, answer) => {
    if (asked.method === method) {
      answer.writeHead(400, { 'Content-Type': 'application/xml' });
      return answer.end(`<Error><Code>InvalidRequest</Code><Message>${words}</Message></Error>`);
    }
    const onward = request({ port: s3Port, path: asked.url, method: asked.method, headers: asked.headers }, (told) => {
      answer.writeHead(told.statusCode ?? 500, told.headers);
      told.pipe(answer);
    });
    return asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

it('a deletion that the store refuses is 503, and the words of the store are logged', async () => {
  const id = await tus().upload(noise(10));
  const server = await refusing('DELETE', 'Objects are locked until Friday');
  line.turn((server.address() as AddressInfo).port);
  try {
    expect((await caller().request('DELETE', `${UPLOADS}/${id}`)).status).toBe(503);
    await until(() => /S3 refused [^"]*: 400 InvalidRequest: Objects are locked until Friday/.test(api.output()));
  } finally {
    line.turn(s3Port);
    server.closeAllConnections();
    server.close();
  }
});

const SWIFT = join(ROOT, 'libs/uploads/dist/testing/swift-server.js');
/** The exit status of that program where Debian's python3-swift is not installed. */
const NOT_INSTALLED = 2;

/** OpenStack Swift: a store that is not Amazon's. Undefined where Debian's python3-swift is not installed. */
async function startSwift(): Promise<{ readonly endpoint: string; readonly process: ChildProcess } | undefined> {
  const swift = spawn(process.execPath, [SWIFT], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const endpoint = await new Promise<string | undefined>((resolve, reject) => {
    swift.once('message', ({ endpoint }: { endpoint: string }) => resolve(endpoint));
    swift.once('exit', (status) => (status === NOT_INSTALLED ? resolve(undefined) : reject(new Error(`Swift has ended with ${status}`))));
  });
  if (endpoint !== undefined) return { endpoint, process: swift };
  console.info('python3-swift is not installed: uploads to a store that is not Amazon’s are not tried.');
  return undefined;
}

it('on OpenStack Swift an upload goes on after its api was killed, and is deleted without a rest', async () => {
  const swift = await startSwift();
  if (!swift) return;
  const env = { S3_ENDPOINT: swift.endpoint, AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' };
  const [doomed, other] = await Promise.all([stack.start('api', { ...env, TMPDIR: stack.dir }), stack.start('api', env)]);
  const bytes = noise(30 * MB + 7, 11);
  const path = await tus(doomed).begin(bytes.length);
  const sending = tus(doomed)
    .patch(path, 0, bytes)
    .catch(() => undefined);
  await until(async () => ((await show(idOf(path), other)).received_bytes ?? 0) >= 8 * MB);
  await doomed.stop('SIGKILL');
  await sending;
  const offset = await tus(other).offset(path);
  expect(offset).toBeGreaterThanOrEqual(8 * MB);
  if (offset < bytes.length) expect((await tus(other).patch(path, offset, bytes.subarray(offset))).status).toBe(204);
  expect(await show(idOf(path), other)).toMatchObject({ status: 'completed', received_bytes: bytes.length });

  const part = await tus(other).begin(20 * MB);
  await tus(other).patch(part, 0, noise(9 * MB));
  const objects = () =>
    new Promise<string[]>((resolve) => {
      swift.process.once('message', ({ objects }: { objects: string[] }) => resolve(objects));
      swift.process.send('objects');
    });
  expect((await objects()).filter((name) => name.startsWith(idOf(path)) || name.startsWith(idOf(part))).length).toBeGreaterThan(4);
  for (const upload of [path, part]) await client(other).DELETE('/api/v1/uploads/{upload}', of(idOf(upload)));
  expect((await objects()).filter((name) => name.startsWith(idOf(path)) || name.startsWith(idOf(part)))).toEqual([]);
  await other.stop();
  swift.process.disconnect();
  await new Promise((resolve) => swift.process.once('exit', resolve));
});

/** Processes of a process group; an orphan that nobody has waited for is none. */
const processesIn = (group: number): string[] =>
  execFileSync('ps', ['-A', '-o', 'pgid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => new RegExp(`^ *${group} +[^ Z]`).test(line));

it('Swift leaves no process behind when the test that starts it is killed', async () => {
  // It ends by itself where Swift is not installed.
  const code = `require('node:child_process')
    .spawn(process.execPath, [process.argv[1]], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }).once('exit', () => process.exit())`;
  const parent = spawn(process.execPath, ['-e', code, SWIFT], { detached: true, stdio: 'ignore' });
  const group = parent.pid ?? 0;
  await until(() => processesIn(group).length === 0 || processesIn(group).some((line) => line.includes('swift-server.py')));
  parent.kill('SIGKILL');
  await until(() => processesIn(group).length === 0, SWIFT_TIMEOUT_MS);
});
