import { operationsOf, wholeSchema, type ApiDocument, type Described, type Parameter, type Schema } from './document.js';

export type InputSchema = {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
};

/** An operation of the API as agents see it, and where its arguments go in a request. */
export type Tool = {
  /** The operation id. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean; readonly idempotentHint: boolean };
  /** The permission that a token needs; null where each valid one will do. */
  readonly permission: string | null;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Pick<Parameter, 'name' | 'in'>[];
  readonly takesBody: boolean;
};

const JSON_TYPE = 'application/json';

/** Methods whose repetition changes nothing more. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'PUT', 'DELETE']);

/** Methods that replace or remove what is there. */
const REPLACING: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/**
 * The tools of an API: each operation that needs a token, and that is called with JSON. Raw bytes, such as those of an
 * upload, are no arguments.
 */
export function toolsOf(document: ApiDocument): Tool[] {
  return operationsOf(document).flatMap((described) => (isCallable(described) ? [toolOf(document, described)] : []));
}

/** The tools that a token may call. */
export function allowedTools(tools: readonly Tool[], permissions: ReadonlySet<string>): Tool[] {
  return tools.filter(({ permission }) => permission === null || permissions.has(permission));
}

function isCallable({ method, operation: { security = [], requestBody } }: Described): boolean {
  return security.length > 0 && method !== 'HEAD' && (!requestBody || JSON_TYPE in requestBody.content);
}

function toolOf(document: ApiDocument, { method, path, operation, parameters: all }: Described): Tool {
  const { operationId, summary = operationId, description, requestBody, 'x-required-permission': permission = null } = operation;
  const parameters = all.filter(({ in: place }) => place !== 'header' || method !== 'GET');
  const isDestructive = operation['x-destructive'] ?? (REPLACING.has(method) || permission === 'delete');
  return {
    name: operationId,
    title: summary,
    description: description ? `${summary}. ${description}` : `${summary}.`,
    inputSchema: inputSchemaOf(document, parameters, requestBody?.content[JSON_TYPE]?.schema),
    annotations: { readOnlyHint: method === 'GET', destructiveHint: isDestructive, idempotentHint: IDEMPOTENT.has(method) },
    permission,
    method,
    path,
    parameters: parameters.map(({ name, in: place }) => ({ name, in: place })),
    takesBody: requestBody !== undefined,
  };
}

/** One object of all arguments: parameters by their names, and the members of the body. */
function inputSchemaOf(document: ApiDocument, parameters: readonly Parameter[], body: Schema = {}): InputSchema {
  const { properties = {}, required = [] } = wholeSchema(document, body) as Partial<InputSchema>;
  const schemaOf = ({ schema, description }: Parameter) =>
    wholeSchema(document, { ...schema, ...(description && { description }) }) as Schema;
  return {
    type: 'object',
    properties: { ...Object.fromEntries(parameters.map((parameter) => [parameter.name, schemaOf(parameter)])), ...properties },
    required: [...parameters.flatMap(({ name, required: isRequired }) => (isRequired ? [name] : [])), ...required],
    additionalProperties: false,
  };
}
