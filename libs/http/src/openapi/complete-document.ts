import type { OpenAPIObject } from '@nestjs/swagger';
import { ErrorDetailResponse } from './api-errors.js';
import { Examples, type NamedExamples, type Schema } from './example-of.js';
import { operationId } from './operation-id.js';

/** The description of an application, beside its routes. */
export type DocumentParts = {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Every code of an error. */
  readonly errorCodes: readonly string[];
  /** Describes a refusal of an operation. */
  readonly errorExample: (refused: RefusedOperation) => object;
  readonly examples: NamedExamples;
  /** Media types of a body or an answer that is no JSON, with their examples, by operation and media type. */
  readonly others: Readonly<Record<string, unknown>>;
  /** Schemas that no route's class declares. */
  readonly schemas: Readonly<Record<string, object>>;
  /** The notifications that the application sends. */
  readonly webhooks: OpenAPIObject['webhooks'];
};

/** An operation, and a status with which it refuses a request. */
export type RefusedOperation = {
  readonly id: string;
  readonly status: number;
  /** Its first parameter in the path that is an id: it is looked up before any other. */
  readonly resource: string | undefined;
  readonly permission: string | undefined;
  readonly takesQuery: boolean;
  readonly takesBody: boolean;
};

type Content = Record<string, { schema?: Schema; example?: unknown }>;
type Answer = { headers?: Record<string, unknown>; content?: Content };
type Parameter = { in: string; name: string; schema?: Schema };
type Operation = {
  operationId?: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Answer>;
  [PERMISSION_KEY]?: string;
};

/** Names the permission that a token needs for an operation: a key of the document that is ours. */
export const PERMISSION_KEY = 'x-required-permission';

const METHODS = ['get', 'put', 'post', 'patch', 'delete', 'head'] as const;
const API = '/api/v1/';
const PARAMETER_ORDER = ['path', 'query', 'header'];

const header = (name: string): object => ({ $ref: `#/components/headers/${name}` });

/** Adds to the document of the routes what is the same for all of them: ids, headers of answers, examples, codes, notifications. */
export function completeDocument(document: OpenAPIObject, parts: DocumentParts): OpenAPIObject {
  const completed: OpenAPIObject = { ...document, tags: [...parts.tags], webhooks: parts.webhooks };
  walkSchemas(completed, simplifyNull);
  addErrorCodes(completed, parts.errorCodes);
  completed.components = { ...completed.components, schemas: { ...completed.components?.schemas, ...parts.schemas }, headers: HEADERS };
  const examples = new Examples(completed, parts.examples);
  for (const [path, item] of Object.entries(completed.paths))
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      if (!operation) continue;
      operation.operationId ||= operationId(method, path);
      if (!path.startsWith(API)) operation.security = []; // for everybody
      describeParameters(operation);
      for (const [status, answer] of Object.entries(operation.responses)) addHeaders(answer, { status: Number(status), path });
      addExamples(operation, parts, examples);
    }
  return completed;
}

/** A path names its parameters first, then come those of the query. */
function describeParameters(operation: Operation): void {
  operation.parameters?.sort((one, other) => PARAMETER_ORDER.indexOf(one.in) - PARAMETER_ORDER.indexOf(other.in));
  for (const parameter of operation.parameters ?? [])
    if (!parameter.schema?.type) parameter.schema = { type: 'string', ...parameter.schema };
}

function addHeaders(answer: Answer, { status, path }: { status: number; path: string }): void {
  const names = ['X-Request-Id'];
  if (path.startsWith(API)) names.push('RateLimit-Policy', 'RateLimit');
  if (status === 429 || status === 503) names.push('Retry-After');
  if (status === 401 || (status === 403 && path.startsWith(API))) names.push('WWW-Authenticate');
  answer.headers = { ...Object.fromEntries(names.map((name) => [name, header(name)])), ...answer.headers };
}

function addExamples(operation: Operation, { errorExample, others }: DocumentParts, examples: Examples): void {
  const id = operation.operationId ?? '';
  const fill = (content: Content | undefined, json: (schema: Schema) => unknown): void => {
    for (const [type, media] of Object.entries(content ?? {})) {
      const example = others[`${id} ${type}`];
      if (example !== undefined) media.example = example;
      else if (type === 'application/json') media.example ??= json(media.schema ?? {});
    }
  };
  fill(operation.requestBody?.content, (schema) => examples.of(schema));
  for (const [status, { content }] of Object.entries(operation.responses))
    fill(content, (schema) => (Number(status) < 400 ? examples.of(schema) : errorExample(refusalOf(operation, Number(status)))));
}

function refusalOf({ operationId: id = '', parameters = [], requestBody, ...operation }: Operation, status: number): RefusedOperation {
  return {
    id,
    status,
    resource: parameters.find(({ in: place, schema }) => place === 'path' && schema?.format === 'uuid')?.name,
    permission: operation[PERMISSION_KEY],
    takesQuery: parameters.some((parameter) => parameter.in === 'query'),
    takesBody: requestBody !== undefined,
  };
}

/** The codes as an enum: clients get a type out of it, and a code that is not documented fails the tests. */
function addErrorCodes({ components }: { readonly components?: unknown }, codes: readonly string[]): void {
  const { schemas } = components as { readonly schemas: Record<string, Schema> };
  const code = schemas[ErrorDetailResponse.name]?.properties?.['code'];
  if (code) code.enum = [...codes].sort();
}

/** `null` alone is a type of its own in OpenAPI 3.1. */
function simplifyNull(schema: Schema): void {
  if (schema.enum?.length !== 1 || schema.enum[0] !== null) return;
  delete schema.enum;
  schema.type = 'null';
}

function walkSchemas(node: unknown, visit: (schema: Schema) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) visit(node);
  for (const value of Object.values(node)) walkSchemas(value, visit);
}

const text = (description: string, example: string): object => ({ description, schema: { type: 'string' }, example });

const HEADERS = {
  'X-Request-Id': text(
    'Names the request in logs: that of the request when it is sane, else a new one.',
    '01a1fc5d-f7c9-7593-9206-105b78988f95',
  ),
  'RateLimit-Policy': text('The limit: requests and seconds.', '"default";q=60;w=60'),
  RateLimit: text('What is left of it, and in how many seconds a place is free again.', '"default";r=59;t=60'),
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer', minimum: 1 }, example: 12 },
  'WWW-Authenticate': text('What is wrong with the token (RFC 6750).', 'Bearer realm="api", error="invalid_token"'),
} as NonNullable<OpenAPIObject['components']>['headers'];
