import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { toolsOf, type ApiDocument } from '@app/agent-tools';
import { ApiError, type Client } from '@app/client';
import { AllowedFiles } from './allowed-files.js';
import { withFiles } from './file-tools.js';

const SRT = '1\n00:00:01,000 --> 00:00:02,000\nwords\n';
const BODY = {
  content: {
    'application/json': { schema: { type: 'object', properties: { content: { type: 'string' } }, required: ['content'] } },
  },
};
const operation = (operationId: string, permission: string, rest: object) => ({
  operationId,
  security: [{ bearer: [] }],
  'x-required-permission': permission,
  ...rest,
});
const DOCUMENT: ApiDocument = {
  info: { version: '1' },
  paths: {
    '/transcript': { put: operation('putTranscript', 'update', { requestBody: BODY }), get: operation('getTranscript', 'read', {}) },
    '/uploads': { post: operation('postUploads', 'update', { requestBody: { content: { 'application/octet-stream': {} } } }) },
  },
};

let folder: string;
let files: AllowedFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-tools-'));
  files = await AllowedFiles.below(folder);
  await writeFile(join(folder, 'talk.srt'), SRT);
  await writeFile(join(folder, 'latin.srt'), Buffer.from(`${SRT}caf\xe9`, 'latin1'));
  await writeFile(join(folder, 'video.mp4'), '\0\0\0\x20ftypisom');
  await writeFile(join(folder, 'large.srt'), SRT);
  await truncate(join(folder, 'large.srt'), 10 * 1024 * 1024 + 1);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Tools with files. A call that is sent on answers with its arguments. */
function withTools(permissions: readonly string[], upload: Client['upload'] = () => Promise.resolve({ id: 'u1' })) {
  const tools = toolsOf(DOCUMENT).filter(({ permission }) => permissions.includes(permission ?? ''));
  const send = (_: unknown, args: object) => Promise.resolve({ status: 200, headers: {}, body: JSON.stringify(args) });
  const made = withFiles({ tools, document: DOCUMENT, files, client: { upload } as Client, send });
  const call = (name: string, args: object) =>
    made.call(
      made.tools.find((tool) => tool.name === name)!,
      { ...args },
      new AbortController().signal,
    );
  return { names: made.tools.map(({ name }) => name), call };
}

it('an upload is a tool for tokens alone that may update', () => {
  expect(withTools(['read']).names).toEqual(['getTranscript']);
  expect(withTools(['read', 'update']).names).toEqual(['getTranscript', 'putTranscript', 'postUploads']);
});

it('the text of a file takes the place of the content, and other arguments stay', async () => {
  const { call } = withTools(['update']);
  expect(JSON.parse((await call('putTranscript', { episode: 'e', file: 'talk.srt' })).body!)).toEqual({ episode: 'e', content: SRT });
  expect(JSON.parse((await call('putTranscript', { content: 'x' })).body!)).toEqual({ content: 'x' });
});

it.each([
  ['content beside a file', { content: 'x', file: 'talk.srt' }, 'not both'],
  ['a file that the API would refuse', { file: 'large.srt' }, 'at most 10485760'],
  ['a file in another encoding', { file: 'latin.srt' }, 'not UTF-8'],
])('%s is refused before anything is sent', (_, args, reason) =>
  expect(withTools(['update']).call('putTranscript', args)).rejects.toMatchObject({
    name: 'ArgumentError',
    message: expect.stringContaining(reason),
  }),
);

it('an upload answers with its id, and a refusal of the API as the API does', async () => {
  expect(await withTools(['update']).call('postUploads', { file: 'video.mp4' })).toMatchObject({
    status: 201,
    body: '{"data":{"id":"u1"}}',
  });
  const refusal = new ApiError({
    status: 409,
    message: 'Too many.',
    errors: [{ field: null, code: 'too_many_uploads', message: 'Too many.' }],
  });
  const { status, body } = await withTools(['update'], () => Promise.reject(refusal)).call('postUploads', { file: 'video.mp4' });
  expect([status, JSON.parse(body!)]).toEqual([
    409,
    expect.objectContaining({ errors: [expect.objectContaining({ code: 'too_many_uploads' })] }),
  ]);
});
