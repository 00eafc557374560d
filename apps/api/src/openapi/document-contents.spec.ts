import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

type Schema = {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly mapping: Readonly<Record<string, string>> };
};
type Media = { readonly schema?: Schema; readonly example?: unknown };
type Content = Readonly<Record<string, Media>>;
type Answer = {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Content;
};
type Parameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema?: Schema;
};
type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
};
type Document = {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: Readonly<Record<string, { readonly scheme: string; readonly bearerFormat?: string }>>;
  };
};

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/openapi.json'), 'utf8')) as Document;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
);
const resolve = (answer: Answer): Answer => document.components.responses[answer.$ref?.split('/').at(-1) ?? ''] ?? answer;
const parametersOf = ({ operationId, parameters = [] }: Operation) =>
  parameters.map((one) => ({ operationId, ...(document.components.parameters[one.$ref?.split('/').at(-1) ?? ''] ?? one) }));
const answers = operations.flatMap(({ path, operationId, responses }) =>
  Object.entries(responses).map(([status, answer]) => ({ path, operationId, status, ...resolve(answer) })),
);

/** Every object of the document that looks like a schema with values. */
function schemasIn(value: unknown): Schema[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...('enum' in value ? [value as Schema] : []), ...Object.values(value).flatMap(schemasIn)];
}

describe('the OpenAPI document (contract 14.1)', () => {
  it('the OpenAPI document is OpenAPI 3.1 with an opaque bearer token', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(Object.values(document.components.securitySchemes)).toEqual([
      expect.objectContaining({ scheme: 'bearer', bearerFormat: 'opaque' }),
    ]);
  });

  it('the OpenAPI document types every parameter, those of paths as UUIDs, numbers and enums', () => {
    const all = operations.flatMap(parametersOf);
    expect(all.filter(({ schema }) => schema?.type === undefined)).toEqual([]);
    const ofPaths = all.filter((parameter) => parameter.in === 'path');
    expect(ofPaths.length).toBeGreaterThan(10);
    expect(ofPaths.filter(({ schema }) => schema?.format !== 'uuid' && schema?.type !== 'integer' && !schema?.enum)).toEqual([]);
  });

  it('the OpenAPI document has no null among the values of an enum, which some generators cannot read', () => {
    expect(schemasIn(document).filter((schema) => schema.enum?.includes(null) || schema.type?.includes('null'))).toEqual([]);
  });

  it('the OpenAPI document names the headers of every answer', () => {
    const expected = ({ path, status }: (typeof answers)[number]) => [
      'X-Request-Id',
      ...(path.startsWith('/api/v1/') ? ['RateLimit-Policy', 'RateLimit'] : []),
      ...(['429', '503'].includes(status) ? ['Retry-After'] : []),
      ...(['401', '403'].includes(status) ? ['WWW-Authenticate'] : []),
      ...(path.startsWith('/api/v1/uploads') && ['410', '412', '413', '423'].includes(status) ? ['Tus-Resumable'] : []),
      ...(status === '304' ? ['ETag'] : []),
    ];
    const lacking = answers.flatMap((answer) =>
      expected(answer)
        .filter((name) => !(name in (answer.headers ?? {})))
        .map((name) => `${answer.operationId} ${answer.status} ${name}`),
    );
    expect(lacking).toEqual([]);
  });

  it('the OpenAPI document has an example of every body: of requests, of answers, of errors and of notifications', () => {
    const bodies = [...operations, ...Object.values(document.webhooks).map(({ post }) => post)].flatMap((operation) =>
      [operation.requestBody?.content ?? {}, ...Object.values(operation.responses).map((answer) => resolve(answer).content ?? {})].flatMap(
        (content) => Object.entries(content).map(([type, media]) => ({ id: `${operation.operationId} ${type}`, ...media })),
      ),
    );
    expect(bodies.length).toBeGreaterThan(200);
    const bare = bodies.filter(({ example }) => example === undefined);
    expect(bare.map(({ id }) => `${id}: give the properties of its class in *.dto.ts an example, then npm run generate`)).toEqual([]);
  });

  it('the OpenAPI document has an error body for every refusal', () => {
    const refusals = answers.filter(({ status, operationId }) => Number(status) >= 400 && operationId !== 'headUpload');
    expect(refusals.filter(({ content }) => content?.['application/json']?.example === undefined)).toEqual([]);
  });

  it('the OpenAPI document types the entries of errors with their places, and codes as an enum', () => {
    const { code, line, subtitle, current_revision, required } = document.components.schemas['ErrorDetailResponse']?.properties ?? {};
    expect(code?.enum).toContain('reversed_times');
    expect([line?.type, subtitle?.type, current_revision?.type]).toEqual([['integer', 'null'], ['integer', 'null'], 'integer']);
    expect(required?.enum).toEqual(['read', 'update', 'delete']);
  });

  it('the OpenAPI document has the media types of a transcript as text', () => {
    const { content } = document.paths['/api/v1/episodes/{episode}/transcript']?.['get']?.responses['200'] ?? {};
    for (const type of ['text/vtt', 'application/x-subrip']) expect(content?.[type]?.schema).toEqual({ type: 'string' });
  });

  it('the OpenAPI document says each error answer once, and refers to it (contract 14.6)', () => {
    const failures = operations.flatMap(({ responses }) => Object.entries(responses).filter(([status]) => Number(status) >= 400));
    expect(failures.filter(([, answer]) => !answer.$ref)).toEqual([]);
    const texts = Object.values(document.components.responses).map((answer) => JSON.stringify(answer));
    expect(texts.length).toBe(new Set(texts).size);
  });

  it('the OpenAPI document says each parameter of several operations once, and refers to it', () => {
    const own = operations.flatMap(({ parameters = [] }) => parameters.filter(({ $ref }) => !$ref));
    const texts = [...Object.values(document.components.parameters), ...own].map((one) => JSON.stringify(one));
    expect(texts.length).toBe(new Set(texts).size);
  });

  it('the OpenAPI document is of the version of the product, and has no empty description (contract 14.6)', () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')) as { version: string };
    expect(document.info.version).toBe(version);
    expect(JSON.stringify(document)).not.toMatch(/"(?:description|summary)":"\s*"/);
  });

  it('the OpenAPI document describes every parameter of an operation', () => {
    const all = operations.flatMap(parametersOf);
    const bare = all
      .filter(({ description = '' }) => description === '')
      .map(({ operationId, name }) => `${operationId}: describe ${name} in its *.controller.ts or *.dto.ts, then npm run generate`);
    expect(bare).toEqual([]);
  });

  it('the OpenAPI document describes every tag', () => {
    expect(document.tags.length).toBeGreaterThan(5);
    expect(document.tags.filter(({ description = '' }) => description === '')).toEqual([]);
  });

  it('the OpenAPI document names the schema of each event, in a union that is told apart by type (contract 14.6)', () => {
    const { WebhookEvent } = document.components.schemas;
    const types = Object.keys(document.webhooks);
    expect(WebhookEvent?.oneOf).toHaveLength(types.length);
    expect(Object.keys(WebhookEvent?.discriminator?.mapping ?? {})).toEqual(types);
    expect(document.components.schemas['DeliveryResponse']?.properties?.['event_type']?.enum).toEqual(types);
  });

  // Which types there are is checked against their declaration by libs/dev/documents: a new one touches no file of the
  // api.
  it('the OpenAPI document has the headers of every notification', () => {
    const headers = ['X-SERVICE-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const found = Object.values(document.webhooks).map(({ post }) => post.parameters?.map((one) => one.name));
    expect(found.length).toBeGreaterThan(3);
    expect(found).toEqual(found.map(() => headers));
  });
});
