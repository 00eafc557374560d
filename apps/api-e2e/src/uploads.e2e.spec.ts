import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Client as ApiClient } from '@app/client';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, faults, type Answer } from './client.js';
import { aliceAndBob } from './fixtures.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';
import { idOf, metadata, noise, sendAndBreak, sha256, Tus } from './tus.js';

const UPLOADS = '/api/v1/uploads';
const HOUR_MS = 3_600_000;

let stack: CallersStack;
let seed: Loaded;
let baseUrl: string;
let api: ApiClient;
/** For requests of tus and of forms, and for those that the typed client would not send. */
let alice: Client;
let tus: Tus;

beforeAll(async () => {
  stack = await Stack.forCallers();
  seed = await stack.load(aliceAndBob);
  ({ baseUrl } = stack);
  api = createClient({ baseUrl, token: seed.tokens['all'] ?? '' });
  alice = new Client(baseUrl, seed.tokens['all']);
  tus = new Tus(alice);
});
afterAll(() => stack.destroy());

const of = (upload: string) => ({ params: { path: { upload } } });
const show = async (id: string) => (await api.GET('/api/v1/uploads/{upload}', of(id))).data.data;
const mine = async () =>
  (await stack.query<{ count: number }>('SELECT count(*)::int AS count FROM uploads WHERE user_id = $1', [seed.users['alice']]))[0]?.count;
/** Compares the stored file, where it can be read: a deployment may keep it in a bucket. */
async function expectStored(id: string, bytes: Uint8Array): Promise<void> {
  if (stack.uploadsDir !== undefined) expect(sha256(await readFile(join(stack.uploadsDir, id)))).toBe(sha256(bytes));
}
const inHours = (time: string) => (Date.parse(time) - Date.now()) / HOUR_MS;

function form(parts: readonly (readonly [string, string | Blob, string?])[]): FormData {
  const data = new FormData();
  for (const [name, value, filename] of parts) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, filename);
  }
  return data;
}

async function post(data: FormData, token = seed.tokens['all']) {
  const response = await fetch(`${alice.baseUrl}${UPLOADS}`, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: data });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) as never };
}

const raw = (body: string, contentType: string) => alice.request('POST', UPLOADS, { body, headers: { 'Content-Type': contentType } });

describe('an upload in pieces (tus 1.0, contract 8.1)', () => {
  it('an upload in pieces is created, continued and complete, byte for byte', async () => {
    const bytes = noise(300_001);
    const created = await tus.create(bytes.length, { 'Upload-Metadata': metadata({ filename: 'Föö bar.mp4', filetype: 'video/mp4' }) });
    expect([created.status, created.headers.get('tus-resumable')]).toEqual([201, '1.0.0']);
    const path = created.headers.get('location')!;
    expect(path).toMatch(/^\/api\/v1\/uploads\/[0-9a-f-]{36}$/);
    expect(inHours(created.headers.get('upload-expires')!)).toBeCloseTo(24, 1);

    expect(await show(idOf(path))).toEqual({
      id: idOf(path),
      filename: 'Föö bar.mp4',
      content_type: 'video/mp4',
      byte_size: 300_001,
      received_bytes: 0,
      status: 'receiving',
      created_at: expect.any(String),
      expires_at: expect.any(String),
    });
    const first = await tus.patch(path, 0, bytes.subarray(0, 100_000));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '100000']);
    expect(await tus.offset(path)).toBe(100_000);
    expect(await show(idOf(path))).toMatchObject({ received_bytes: 100_000, status: 'receiving' });
    expect((await tus.patch(path, 100_000, bytes.subarray(100_000))).status).toBe(204);

    const data = await show(idOf(path));
    expect(data).toMatchObject({ received_bytes: 300_001, byte_size: 300_001, status: 'completed' });
    expect(inHours(data.expires_at ?? '')).toBeCloseTo(7 * 24, 1);
    await expectStored(idOf(path), bytes);
  });

  it('an upload in pieces gives back its metadata as they were sent', async () => {
    const sent = `${metadata({ filename: 'ü.mov', relativePath: 'a/b' })},is_confidential`;
    const path = (await tus.create(3, { 'Upload-Metadata': sent })).headers.get('location')!;
    const head = await tus.send('HEAD', path);
    expect([head.headers.get('upload-metadata'), head.headers.get('upload-length')]).toEqual([sent, '3']);
    expect([head.headers.get('upload-offset'), head.headers.get('cache-control')]).toEqual(['0', 'no-store']);
  });

  it('an upload in pieces gives back metadata that are no UTF-8, too', async () => {
    const sent = 'filename /////w==,flag';
    const { headers } = await tus.create(1, { 'Upload-Metadata': sent });
    expect((await tus.send('HEAD', headers.get('location') ?? '')).headers.get('upload-metadata')).toBe(sent);
  });

  it('an upload in pieces may be continued and deleted by POST, where a client knows no other method (X-HTTP-Method-Override)', async () => {
    const path = await tus.begin(10);
    const body = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' };
    const patched = await tus.send('POST', path, { body: noise(10), headers: { ...body, 'X-HTTP-Method-Override': 'PATCH' } });
    expect([patched.status, patched.headers.get('upload-offset')]).toEqual([204, '10']);
    expect((await tus.send('POST', path, { headers: { 'X-HTTP-Method-Override': 'OPTIONS' } })).status).toBe(404);
    expect((await tus.send('POST', path, { headers: { 'X-HTTP-Method-Override': 'DELETE' } })).status).toBe(204);
    expect((await tus.send('HEAD', path)).status).toBe(404);
  });

  it('an upload in pieces does not mind the proxies that it came through', async () => {
    expect((await tus.send('HEAD', await tus.begin(10), { headers: { 'X-Forwarded-Proto': 'https,http' } })).status).toBe(200);
  });

  it('an upload in pieces may begin with its bytes (creation-with-upload)', async () => {
    const bytes = noise(5000);
    const created = await tus.create(5000, { 'Content-Type': 'application/offset+octet-stream' }, { body: bytes });
    expect([created.status, created.headers.get('upload-offset')]).toEqual([201, '5000']);
    const id = idOf(created.headers.get('location')!);
    expect((await show(id)).status).toBe('completed');
    await expectStored(id, bytes);
  });

  it('an upload of zero bytes is complete at once', async () => {
    expect(await show(idOf(await tus.begin(0)))).toMatchObject({ status: 'completed', byte_size: 0, received_bytes: 0 });
  });

  it('an upload continues after a broken connection and ends as the bytes that were sent', async () => {
    const bytes = noise(2_000_000, 7);
    const path = await tus.begin(bytes.length);
    const headers = { authorization: `Bearer ${seed.tokens['all']}`, 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }; // prettier-ignore
    let offset = 0;
    for (const until of [400_000, 900_001, 1_500_000]) {
      const body = bytes.subarray(offset, until);
      await sendAndBreak(`${alice.baseUrl}${path}`, { method: 'PATCH', headers: { ...headers, 'upload-offset': String(offset) }, announce: bytes.length - offset, body }); // prettier-ignore
      const before = offset;
      offset = await tus.offset(path); // who asks has what still is on its way cut off
      expect([offset >= before, offset <= until]).toEqual([true, true]);
    }
    expect((await show(idOf(path))).status).toBe('receiving');
    let last = await tus.patch(path, offset, bytes.subarray(offset));
    // A request whose client had gone may get its turn after the question, and writes what had arrived: clients ask
    // again.
    for (; last.status === 409; last = await tus.patch(path, offset, bytes.subarray(offset))) offset = await tus.offset(path);
    expect(last.status).toBe(204);
    await expectStored(idOf(path), bytes);
  });

  it('an upload in pieces takes each place once: repeated and concurrent pieces do not make it another file', async () => {
    const bytes = noise(900_000, 3);
    const path = await tus.begin(bytes.length);
    const pieces = [0, 300_000, 600_000];
    for (const at of pieces) {
      const piece = bytes.subarray(at, at + 300_000);
      const answers = await Promise.all([1, 2, 3].map(() => tus.patch(path, at, piece)));
      for (const { status, json } of answers.filter((answer) => answer.status !== 204)) {
        expect([status, typeof json.message]).toEqual([409, 'string']);
      }
      // One that had to let go has told how far it came.
      for (let offset = await tus.offset(path); offset < at + 300_000; offset = await tus.offset(path)) {
        await tus.patch(path, offset, bytes.subarray(offset, at + 300_000));
      }
    }
    await expectStored(idOf(path), bytes);
    expect((await tus.patch(path, 900_000, Buffer.alloc(0))).status).toBe(204); // a repeated last piece of nothing
    expect((await tus.patch(path, 900_000, Buffer.alloc(1))).status).toBe(413);
    await expectStored(idOf(path), bytes);
  });

  const refusals = [
    ['another version of tus', 'HEAD', { 'Tus-Resumable': '0.2.2' }, 412, undefined],
    ['another version of tus', 'PATCH', { 'Tus-Resumable': '0.2.2' }, 412, 'unsupported_tus_version'],
    [
      'an offset that is not where it stands',
      'PATCH',
      { 'Upload-Offset': '7', 'Content-Type': 'application/offset+octet-stream' },
      409,
      'offset_conflict',
    ],
    ['no offset', 'PATCH', { 'Content-Type': 'application/offset+octet-stream' }, 403, 'invalid_tus_request'],
    ['another content type', 'PATCH', { 'Upload-Offset': '0', 'Content-Type': 'text/plain' }, 400, 'invalid_tus_request'],
  ] as const;
  it.each(refusals)(
    'an upload in pieces refuses %s with the status of tus, a message and a code (%s)',
    async (_, method, headers, status, code) => {
      const answer = await tus.send(method, await tus.begin(10), { headers, ...(method === 'PATCH' ? { body: 'x' } : {}) });
      expect([answer.status, answer.headers.get('tus-resumable')]).toEqual([status, '1.0.0']);
      if (code) expect(answer.json).toMatchObject({ message: expect.stringMatching(/\S/), errors: [{ field: null, code }] });
    },
  );

  it.each([
    ['without a length', {}, 400],
    ['of more than 50 GiB', { 'Upload-Length': '53687091201' }, 413],
    ['with a length that is none', { 'Upload-Length': '-1' }, 400],
    ['with two lengths, one of them deferred', { 'Upload-Length': '1', 'Upload-Defer-Length': '1' }, 400],
    ['as a part of a parallel upload', { 'Upload-Length': '1', 'Upload-Concat': 'partial' }, 501],
    ['with metadata that are none', { 'Upload-Length': '1', 'Upload-Metadata': 'filename !!!' }, 400],
  ])('an upload in pieces is not begun %s', async (_, headers: Record<string, string>, status) => {
    const answer = await tus.send('POST', UPLOADS, { headers });
    const code = status === 413 ? 'too_large' : 'invalid_tus_request';
    expect([answer.status, answer.json]).toEqual([
      status,
      { message: expect.stringMatching(/\S/), errors: [expect.objectContaining({ field: null, code })] },
    ]);
  });

  it('an upload in pieces may begin without its length, and tell it before its last byte (creation-defer-length)', async () => {
    const bytes = noise(300_000);
    const created = await tus.send('POST', UPLOADS, { headers: { 'Upload-Defer-Length': '1' } });
    expect(created.status).toBe(201);
    const path = created.headers.get('location')!;
    expect(await show(idOf(path))).toMatchObject({ byte_size: null, status: 'receiving' });
    expect((await tus.patch(path, 0, bytes.subarray(0, 200_000))).status).toBe(204);
    const { headers } = await tus.send('HEAD', path);
    expect([headers.get('upload-defer-length'), headers.get('upload-length'), headers.get('upload-offset')]).toEqual(['1', null, '200000']);
    const last = await tus.patch(path, 200_000, bytes.subarray(200_000), { headers: { 'Upload-Length': '300000' } });
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, '300000']);
    expect(await show(idOf(path))).toMatchObject({ byte_size: 300_000, status: 'completed' });
    await expectStored(idOf(path), bytes);
  });

  it('an upload begun without its length is complete when an empty request states it', async () => {
    const path = (await tus.send('POST', UPLOADS, { headers: { 'Upload-Defer-Length': '1' } })).headers.get('location')!;
    await tus.patch(path, 0, noise(1000));
    expect((await tus.patch(path, 1000, Buffer.alloc(0), { headers: { 'Upload-Length': '1000' } })).status).toBe(204);
    expect(await show(idOf(path))).toMatchObject({ byte_size: 1000, status: 'completed' });
  });

  it('an upload in pieces of 50 GiB may be begun', async () => {
    expect((await show(idOf(await tus.begin(53_687_091_200)))).byte_size).toBe(53_687_091_200);
  });

  it('an upload in pieces is terminated by DELETE, also while it is being sent', async () => {
    const path = await tus.begin(1_000_000);
    const headers = { authorization: `Bearer ${seed.tokens['all']}`, 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }; // prettier-ignore
    const sending = sendAndBreak(`${alice.baseUrl}${path}`, { method: 'PATCH', headers, announce: 1_000_000, body: noise(500_000) });
    await sleep(50);
    const { status, headers: answered } = await tus.send('DELETE', path);
    expect([status, answered.get('tus-resumable')]).toEqual([204, '1.0.0']);
    await sending;
    expect((await tus.send('HEAD', path)).status).toBe(404);
    if (stack.uploadsDir !== undefined) expect(existsSync(join(stack.uploadsDir, idOf(path)))).toBe(false);
  });
});

describe('an upload in one request (contract 8.1)', () => {
  it('an upload in one request is complete, byte for byte', async () => {
    const bytes = noise(1_234_567);
    const { status, json } = await post(form([['file', new Blob([bytes], { type: 'video/webm' }), '../../etc/Übung.webm']]));
    expect([status, (json as { data: unknown }).data]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        filename: 'Übung.webm',
        content_type: 'video/webm',
        byte_size: 1_234_567,
        received_bytes: 1_234_567,
        status: 'completed',
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    await expectStored((json as { data: { id: string } }).data.id, bytes);
  });

  const file = new Blob([noise(100)]);
  it.each([
    ['no field', form([]), ['file_required']],
    ['a field of text', form([['file', 'x']]), ['invalid_multipart', 'file_required']],
    ['a file under another name', form([['video', file, 'a.mp4']]), ['unknown_field', 'file_required']],
    ['a field too many', form([['title', 'x'], ['file', file, 'a.mp4']]), ['unknown_field']], // prettier-ignore
    ['two files', form([['file', file, 'a.mp4'], ['file', file, 'b.mp4']]), ['invalid_multipart']], // prettier-ignore
    ['an empty file', form([['file', new Blob([]), 'a.mp4']]), ['empty_file']],
  ])('an upload in one request with %s is 422, and nothing is left of it', async (_, data, codes) => {
    const before = await mine();
    const answer = await post(data);
    expect([answer.status, faults(answer as never).map(({ code }) => code)]).toEqual([422, codes]);
    expect(await mine()).toBe(before);
  });

  it.each([
    ['no form', '{}', 'application/json', 'unsupported_media_type'],
    ['no boundary', 'x', 'multipart/form-data', 'invalid_multipart'],
    ['no part', 'x', 'multipart/form-data; boundary=b', 'invalid_multipart'],
    ['an end that is missing', '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc', 'multipart/form-data; boundary=b', 'invalid_multipart'], // prettier-ignore
  ])('an upload in one request with %s is 422', async (_, body, type, code) => {
    const answer = await raw(body, type);
    expect([answer.status, faults(answer).map((fault) => fault.code)]).toEqual([422, [code]]);
  });

  it('a form that announces too many bytes is refused by its headers', async () => {
    const { request } = await import('node:http');
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sending = request(`${alice.baseUrl}${UPLOADS}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${seed.tokens['all']}`,
          'Content-Type': 'multipart/form-data; boundary=b',
          'Content-Length': 60_000_000_000,
          Expect: '100-continue',
        },
      });
      sending.once('continue', () => reject(new Error('it was told to go on')));
      sending.once('response', (response) => {
        let text = '';
        response.on('data', (chunk) => (text += String(chunk))).once('end', () => resolve({ status: response.statusCode ?? 0, text }));
        sending.destroy();
      });
      sending.once('error', () => undefined);
      sending.flushHeaders();
    });
    expect(answer.status).toBe(422);
  });

  it('a form that breaks off leaves nothing behind', async () => {
    const before = await mine();
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n';
    await sendAndBreak(`${alice.baseUrl}${UPLOADS}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${seed.tokens['all']}`, 'content-type': 'multipart/form-data; boundary=b' },
      announce: 1_000_000,
      body: Buffer.concat([Buffer.from(head), noise(300_000)]),
    });
    await until(async () => (await mine()) === before);
  });
});

describe('the list of uploads', () => {
  it('the list of uploads has the caller’s own, newest first, in pages, by status', async () => {
    const { tokens } = await stack.load({
      users: [{ key: 'carol', name: 'Carol', tokens: [{ key: 'all', permissions: ['read', 'update', 'delete'] }] }],
    });
    const carol = createClient({ baseUrl, token: tokens['all'] ?? '' });
    const hers = new Tus(new Client(baseUrl, tokens['all']));
    const { id: whole } = await carol.upload(noise(10), { filename: 'a.mp4' });
    const part = idOf(await hers.begin(20));
    await hers.patch(`${UPLOADS}/${part}`, 0, noise(5));
    const { id: last } = await carol.upload(noise(30));
    const list = async (query: { first?: number; after?: string; status?: 'receiving' | 'completed' } = {}) => {
      const { data } = await carol.GET(UPLOADS, { params: { query } });
      return { ...data, ids: data.data.map(({ id }) => id) };
    };
    const all = await list();
    expect([all.ids, all.meta]).toEqual([[last, part, whole], { has_more: false, next_cursor: null }]);
    expect(all.data[1]).toMatchObject({ byte_size: 20, received_bytes: 5, status: 'receiving' });
    expect(all.data[2]).toEqual((await carol.GET('/api/v1/uploads/{upload}', of(whole))).data.data);
    const first = await list({ first: 2 });
    const after = first.meta.next_cursor ?? '';
    expect(first.ids).toEqual([last, part]);
    expect((await list({ first: 2, after })).ids).toEqual([whole]);
    expect((await list({ status: 'receiving' })).ids).toEqual([part]);
    expect((await list({ status: 'completed' })).ids).toEqual([last, whole]);
    expect((await api.GET(UPLOADS)).data.data).not.toContainEqual(expect.objectContaining({ id: whole }));
    for (const query of ['?status=gone', '?first=0', '?x=1', `?after=${after}&status=completed`]) {
      expect([query, (await alice.get(`${UPLOADS}${query}`, { token: tokens['all'] })).status]).toEqual([query, 422]);
    }
    expect((await alice.get(UPLOADS, { token: seed.tokens['update'] })).status).toBe(403);
  });
});

describe('the limits per user', () => {
  /** Creates uploads, some at once. A busy machine answers 503 to some of a user's requests: they are sent again. */
  async function begun(client: Client, length: number, count: number): Promise<Answer[]> {
    const create = () =>
      until(async () => {
        const answer = await new Tus(client).create(length);
        return answer.status !== 503 && answer;
      });
    const answers: Answer[] = [];
    while (answers.length < count) {
      answers.push(...(await Promise.all(Array.from({ length: Math.min(10, count - answers.length) }, create))));
    }
    return answers;
  }

  it('the limits per user allow 100 unfinished uploads and 200 GiB, exactly, whether sent by tus or as a form', async () => {
    const { tokens } = await stack.load({
      users: ['many', 'large'].map((key) => ({ key, name: key, tokens: [{ key, permissions: ['read', 'update', 'delete'] }] })),
    });
    const many = new Client(alice.baseUrl, tokens['many']);
    const large = new Client(alice.baseUrl, tokens['large']);
    const answers = await begun(many, 10, 110);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    const refused = answers.find(({ status }) => status !== 201)!;
    expect([refused.status, faults(refused)]).toEqual([409, [{ field: null, code: 'too_many_uploads' }]]);
    expect(refused.headers.get('tus-resumable')).toBe('1.0.0');
    const file = form([['file', new Blob([noise(100)]), 'a.mp4']]);
    const sent = await post(file, tokens['many']);
    expect([sent.status, faults(sent as never)]).toEqual([409, [{ field: null, code: 'too_many_uploads' }]]);

    const gib = await begun(large, 50 * 1024 ** 3, 6);
    expect(gib.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(faults(gib.find(({ status }) => status !== 201)!)).toEqual([{ field: null, code: 'storage_full' }]);
    expect((await post(file, tokens['large'])).status).toBe(409);
    const [some] = gib.filter(({ status }) => status === 201);
    await createClient({ baseUrl, token: tokens['large'] ?? '' }).DELETE(
      '/api/v1/uploads/{upload}',
      of(idOf(some!.headers.get('location')!)),
    );
    expect((await post(file, tokens['large'])).status).toBe(201);
  });
});

describe('every request passes the checks (contract 2.7)', () => {
  it.each([
    ['POST', 'update'],
    ['PATCH', 'update'],
    ['HEAD', 'update'],
    ['DELETE', 'delete'],
  ])('%s needs the permission %s', async (method, permission) => {
    const path = method === 'POST' ? UPLOADS : await tus.begin(10);
    expect((await tus.send(method, path, { token: '' })).status).toBe(401);
    const lacking = await tus.send(method, path, { token: seed.tokens['read'] });
    expect([lacking.status, lacking.headers.get('www-authenticate')]).toEqual([403, expect.stringContaining(`scope="${permission}"`)]);
    expect(lacking.headers.get('access-control-allow-origin')).toBe('*'); // a page can read why
    expect(lacking.headers.get('ratelimit')).toMatch(/r=\d+/);
  });

  it('GET of uploads needs the permission read', async () => {
    const path = await tus.begin(10);
    expect((await alice.get(path, { token: seed.tokens['update'] })).status).toBe(403);
    expect((await alice.get(path, { token: seed.tokens['read'] })).status).toBe(200);
  });

  it.each(['GET', 'HEAD', 'PATCH', 'DELETE'])('%s of somebody else’s upload, and of none, is 404', async (method) => {
    const path = await tus.begin(10);
    const headers = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    const body = method === 'PATCH' ? { body: 'x' } : {};
    expect((await tus.send(method, path, { token: seed.tokens['bob'], headers, ...body })).status).toBe(404);
    for (const none of ['x', '..%2f..%2fetc', '00000000-0000-7000-8000-000000000000']) {
      expect([none, (await tus.send(method, `${UPLOADS}/${none}`, { headers, ...body })).status]).toEqual([none, 404]);
      expect([none, (await alice.request(method, `${UPLOADS}/${none}`, body)).status]).toEqual([none, 404]);
    }
  });

  it('a CORS preflight needs no token, and tells what tus can do', async () => {
    for (const path of [UPLOADS, `${UPLOADS}/x`]) {
      const answer = await alice.request('OPTIONS', path, {
        token: undefined,
        headers: {
          Origin: 'https://studio.example.com',
          'Access-Control-Request-Method': 'PATCH',
          'Access-Control-Request-Headers': 'authorization,tus-resumable,upload-offset,traceparent',
        },
      });
      expect(answer.status).toBe(204);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': expect.stringMatching(/GET.*PATCH/),
        'access-control-allow-headers': 'authorization,tus-resumable,upload-offset,traceparent',
        'access-control-expose-headers': expect.stringMatching(/X-Request-Id.*Retry-After.*Upload-Offset/),
        'tus-version': '1.0.0',
        'tus-extension': 'creation,creation-with-upload,creation-defer-length,expiration,termination',
        'tus-max-size': '53687091200',
      });
    }
  });

  it('without Tus-Resumable the answers of uploads are ours', async () => {
    const path = await tus.begin(10);
    const patched = await alice.request('PATCH', path, { body: 'x' });
    expect([patched.status, faults(patched)]).toEqual([422, [{ field: 'Tus-Resumable', code: 'required' }]]);
    const removed = await alice.request('DELETE', path);
    expect([removed.status, removed.json]).toEqual([200, { data: { deleted: true } }]);
    expect((await alice.get(path)).status).toBe(404);
  });

  it('an expired upload is not found, also before it is swept', async () => {
    const path = await tus.begin(10);
    await stack.query(`UPDATE uploads SET expires_at = now() - interval '1 minute' WHERE id = $1`, [idOf(path)]);
    const answers = ['GET', 'HEAD', 'PATCH'].map(async (method) => (await alice.request(method, path)).status);
    expect(await Promise.all(answers)).toEqual([404, 404, 404]);
  });
});
