import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { operationsOf, wholeSchema, type ApiDocument } from './document.js';
import { requestOf } from './requests.js';
import { allowedTools, toolsOf } from './tools.js';

const ROOT = join(import.meta.dirname, '../../..');
const api = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as ApiDocument;
const tools = toolsOf(api);
const toolNamed = (name: string) => tools.find((tool) => tool.name === name)!;

/** Bytes of the list of all tools that a client puts before an agent. */
const MAX_LIST_BYTES = 60_000;

describe('the tools of the OpenAPI document (contract 14.5)', () => {
  it('the tools of the OpenAPI document are its operations with a token and JSON, each under its operation id, with its permission', () => {
    const { 'x-required-permission': permission } = operationsOf(api).find(({ operation }) => operation.operationId === 'putEpisodeTranscript')!.operation; // prettier-ignore
    expect(toolNamed('putEpisodeTranscript')).toMatchObject({ permission, method: 'PUT', path: '/api/v1/episodes/{episode}/transcript' });
    const names = tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const bytes of ['patchUpload', 'postUploads', 'headUpload', 'getPublicFeed', 'getEpisodeAudio'])
      expect(names).not.toContain(bytes);
  });

  it('the tools of the OpenAPI document name each argument once, and agents accept every name', () => {
    for (const { path, operation } of operationsOf(api)) {
      const tool = tools.find(({ name }) => name === operation.operationId);
      if (!tool) continue;
      const names = Object.keys(tool.inputSchema.properties);
      for (const name of [tool.name, ...names]) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
      expect([path, tool.inputSchema.required.filter((name) => !names.includes(name))]).toEqual([path, []]);
      expect([path, new Set(tool.inputSchema.required).size]).toEqual([path, tool.inputSchema.required.length]);
    }
  });

  it('the tools of the OpenAPI document have schemas that are whole and say nothing but what is allowed', () => {
    const text = JSON.stringify(tools.map(({ inputSchema }) => inputSchema));
    for (const leftover of ['$ref', '"example"', '"x-']) expect(text).not.toContain(leftover);
    expect(wholeSchema(api, { type: 'string', examples: ['x'], xml: {}, externalDocs: {}, discriminator: {} })).toEqual({ type: 'string' });
  });

  it('the tools of the OpenAPI document are a list that an agent can hold', () => {
    const listed = tools.map(({ name, title, description, inputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations,
    }));
    expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThan(MAX_LIST_BYTES);
  });

  it('the tools of the OpenAPI document mark what only reads, and what replaces, removes or ends something', () => {
    const marks = (name: string) => toolNamed(name).annotations;
    for (const { method, annotations } of tools) {
      expect(annotations.readOnlyHint).toBe(method === 'GET');
      expect(annotations.idempotentHint).toBe(['GET', 'PUT', 'DELETE'].includes(method));
    }
    for (const name of [
      'putEpisodeTranscript',
      'deleteToken',
      'postVideoStockCancel',
      'patchVideoStock',
      'postTokenRotate',
      'postEpisodeRetime',
    ])
      expect([name, marks(name).destructiveHint]).toEqual([name, true]);
    for (const name of ['postVideoStocks', 'postPodcastRssRefetch', 'getEvents'])
      expect([name, marks(name).destructiveHint]).toEqual([name, false]);
  });

  it('the tools of the OpenAPI document are left out where a token lacks the permission', () => {
    const permissions = new Set(['read']);
    expect(new Set(allowedTools(tools, permissions).map(({ permission }) => permission))).toEqual(new Set([null, 'read']));
    expect(new Set(allowedTools(tools, new Set()).map(({ permission }) => permission))).toEqual(new Set([null]));
  });

  it('the tools of the OpenAPI document refuse a document whose schemas contain themselves', () => {
    const schema = { properties: { again: { $ref: '#/components/schemas/Endless' } } };
    const operation = { operationId: 'putEndless', security: [{}], requestBody: { content: { 'application/json': { schema } } } };
    expect(() => toolsOf({ ...api, paths: { '/': { put: operation } }, components: { schemas: { Endless: schema } } })).toThrow(
      'contains itself',
    );
  });
});

describe('the request of a call', () => {
  const of = (name: string, args: object) => requestOf(toolNamed(name), { ...args });

  it('the request of a call puts each argument where the operation has it', () => {
    expect(of('putEpisodeTranscript', { episode: 'e/1', dry_run: true, 'If-Match': '"x"', format: 'srt', content: 'é' })).toEqual({
      method: 'PUT',
      path: '/api/v1/episodes/e%2F1/transcript?dry_run=true',
      headers: { 'If-Match': '"x"', 'Content-Type': 'application/json' },
      body: '{"format":"srt","content":"é"}',
    });
    expect(of('getPodcastEpisodes', { podcast: 'p', missing: ['transcript', 'video'], q: 'a&b=c' })).toEqual({
      method: 'GET',
      path: '/api/v1/podcasts/p/episodes?missing=transcript&missing=video&q=a%26b%3Dc',
      headers: {},
      body: undefined,
    });
  });

  it('the request of a call leaves out what is null, as agents write an argument that they do not use', () => {
    expect(of('getPodcastEpisodes', { podcast: 'p', missing: null, q: null }).path).toBe('/api/v1/podcasts/p/episodes');
  });

  it('the request of a call leaves an argument that the operation does not know to the API, which refuses it', () => {
    expect(of('getEpisode', { episode: 'e', nonsense: 1 }).path).toBe('/api/v1/episodes/e?nonsense=1');
  });

  it.each([
    ['getEpisode', { episode: '.' }],
    ['getEpisode', { episode: '..' }],
    ['getEpisode', { episode: '' }],
    ['getEpisode', { episode: '\ud800' }],
    ['getEpisode', {}],
    ['deleteEpisodeTranscript', { episode: 'e', 'If-Match': 'x\r\nHost: evil' }],
    ['getEvents', { types: [{ type: 'x' }] }],
  ])('%s is refused with %j', (name, args) => expect(() => of(name, args)).toThrow(expect.objectContaining({ name: 'ArgumentError' })));
});
