import { STATUS_CODES } from 'node:http';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { AppError, type ErrorDetail } from '../errors/app-error.js';
import { answerTo } from '../errors/error.filter.js';
import { httpErrors } from '../errors/http.errors.js';
import { DESCRIPTIONS, ErrorDetailResponse, ErrorResponse } from './api-errors.js';
import { Examples, type Schema } from './example-of.js';
import { operationId } from './operation-id.js';
import { shareParts } from './shared-parts.js';
import { TEXT_EXAMPLES_KEY } from './text-examples.js';

/** The description of an application, beside its routes. */
export type DocumentParts = {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Every code of an error. */
  readonly errorCodes: readonly string[];
  /** The refusals of a caller, for the examples of every operation. */
  readonly refusals: { readonly notAuthenticated: AppError; readonly notPermitted: (required: string) => AppError };
  /** Schemas that no route's class declares. */
  readonly schemas: Readonly<Record<string, object>>;
  /** The notifications that the application sends. */
  readonly webhooks: OpenAPIObject['webhooks'];
};

type Content = Record<string, { schema?: Schema; example?: unknown }>;
type Answer = { description?: string; headers?: Record<string, unknown>; content?: Content };
type Parameter = { in: string; name: string; schema?: Schema };
type Operation = {
  operationId?: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Answer>;
  [PERMISSION_KEY]?: string;
  [TEXT_EXAMPLES_KEY]?: Readonly<Record<string, string>>;
};

/** Names the permission that a token needs for an operation: a key of the document that is ours. */
export const PERMISSION_KEY = 'x-required-permission';

const METHODS = ['get', 'put', 'post', 'patch', 'delete', 'head'] as const;
const API = '/api/v1/';
const PARAMETER_ORDER = ['path', 'query', 'header'];

const header = (name: string): object => ({ $ref: `#/components/headers/${name}` });

/** Adds to the routes' document what all share: ids, headers of answers, examples, codes, notifications. */
export function completeDocument(document: OpenAPIObject, parts: DocumentParts): OpenAPIObject {
  const completed: OpenAPIObject = { ...document, tags: [...parts.tags], webhooks: parts.webhooks };
  walkSchemas(completed, simplifyNull);
  addErrorCodes(completed, parts.errorCodes);
  completed.components = { ...completed.components, schemas: { ...completed.components?.schemas, ...parts.schemas }, headers: HEADERS };
  const examples = new Examples(completed);
  for (const [path, item] of Object.entries(completed.paths))
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      if (!operation) continue;
      operation.operationId ||= operationId(method, path);
      if (!path.startsWith(API)) operation.security = []; // for everybody
      operation.responses = { ...usualFailures(operation, path), ...operation.responses };
      describeParameters(operation);
      describeTextBodies(operation);
      for (const [status, answer] of Object.entries(operation.responses)) describeAnswer(answer, { status: Number(status), path });
      addExamples(operation, parts, examples);
    }
  shareParts(completed);
  return completed;
}

/** The failures that follow from the checks of a route: 404 where an id is in the path (contract 2.7). */
function usualFailures({ parameters = [], [PERMISSION_KEY]: permission }: Operation, path: string): Record<string, Answer> {
  const isNamed = parameters.some(({ in: place, schema }) => place === 'path' && schema?.format === 'uuid');
  const ofCallers = [401, ...(permission === undefined ? [] : [403]), ...(isNamed ? [404] : []), 422, 429];
  const content = { 'application/json': { schema: { $ref: getSchemaPath(ErrorResponse) } } };
  const statuses = [...(path.startsWith(API) ? ofCallers : []), 500, 503];
  return Object.fromEntries(statuses.map((status) => [status, { description: DESCRIPTIONS[status], content: structuredClone(content) }]));
}

/** A path names its parameters first, then come those of the query. */
function describeParameters(operation: Operation): void {
  operation.parameters?.sort((one, other) => PARAMETER_ORDER.indexOf(one.in) - PARAMETER_ORDER.indexOf(other.in));
  for (const parameter of operation.parameters ?? [])
    if (!parameter.schema?.type) parameter.schema = { type: 'string', ...parameter.schema };
}

function describeTextBodies(operation: Operation): void {
  for (const [type, example] of Object.entries(operation[TEXT_EXAMPLES_KEY] ?? {}))
    (operation.requestBody ??= { content: {} }).content[type] = { schema: { type: 'string' }, example };
  delete operation[TEXT_EXAMPLES_KEY];
}

function describeAnswer(answer: Answer, { status, path }: { status: number; path: string }): void {
  answer.description ||= STATUS_CODES[status] ?? '';
  const names = ['X-Request-Id'];
  if (path.startsWith(API)) names.push('RateLimit-Policy', 'RateLimit');
  if (status === 429 || status === 503) names.push('Retry-After');
  if (status === 401 || (status === 403 && path.startsWith(API))) names.push('WWW-Authenticate');
  answer.headers = { ...Object.fromEntries(names.map((name) => [name, header(name)])), ...answer.headers };
}

function addExamples(operation: Operation, { refusals }: DocumentParts, examples: Examples): void {
  const fill = (content: Content | undefined, make: (schema: Schema) => unknown): void => {
    for (const media of Object.values(content ?? {})) media.example ??= make(media.schema ?? {});
  };
  fill(operation.requestBody?.content, (schema) => examples.of(schema));
  for (const [status, { content }] of Object.entries(operation.responses))
    fill(content, (schema) =>
      Number(status) < 400 ? examples.of(schema) : answerTo(usualRefusal(operation, Number(status), refusals)).body,
    );
}

/** The refusal that most operations have with a status; others name theirs beside the route. */
function usualRefusal(operation: Operation, status: number, { notAuthenticated, notPermitted }: DocumentParts['refusals']): Error {
  // The first id of the path: it is looked up before any other.
  const resource = operation.parameters?.find(({ in: place, schema }) => place === 'path' && schema?.format === 'uuid');
  const takesQuery = operation.parameters?.some((parameter) => parameter.in === 'query');
  const invalid = (message: string, entry: ErrorDetail): Error => new AppError('invalid', message, { errors: [entry] });
  switch (status) {
    case 401:
      return notAuthenticated;
    case 403:
      return notPermitted(operation[PERMISSION_KEY] ?? '');
    case 404:
      return resource ? httpErrors.not_found(`There is no such ${resource.name}.`) : httpErrors.not_found();
    case 422:
      if (operation.requestBody) return invalid('The body is not valid.', httpErrors.unknown_field.detail({}, 'titel'));
      return invalid(takesQuery ? QUERY_INVALID : NO_PARAMETERS, httpErrors.unknown_parameter.detail({}, 'page'));
    case 429:
      return httpErrors.rate_limited();
    case 503:
      return httpErrors.unavailable();
    default:
      return new Error();
  }
}

const QUERY_INVALID = 'The query is not valid.';
const NO_PARAMETERS = 'The query has parameters that this route does not know.';

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
