/** A JSON Schema, or a reference to one. */
export type Schema = Readonly<Record<string, unknown>>;

export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
};

type Reference = { readonly $ref: string };

type Operation = {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly 'x-required-permission'?: string;
  readonly 'x-destructive'?: boolean;
};

/** The parts of an OpenAPI 3.1 document that tools need. */
export type ApiDocument = {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, object>>;
  readonly components?: {
    readonly parameters?: Readonly<Record<string, object>>;
    readonly schemas?: Readonly<Record<string, object>>;
  };
};

const METHODS = ['get', 'put', 'post', 'patch', 'delete', 'head'] as const;

/** Keywords that say nothing about what is allowed. */
const LEFT_OUT: ReadonlySet<string> = new Set(['example', 'examples', 'xml', 'externalDocs', 'discriminator']);

/** Levels of a schema: far more than any request has, so that only one that contains itself is deeper. */
const MAX_LEVELS = 40;

export type Described = {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
};

export function operationsOf({ paths, components }: ApiDocument): Described[] {
  const named = (one: Parameter | Reference) =>
    '$ref' in one ? (components?.parameters?.[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one;
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = (item as Readonly<Record<string, Operation | undefined>>)[method];
      if (!operation) return [];
      return [{ method: method.toUpperCase(), path, operation, parameters: (operation.parameters ?? []).map(named) }];
    }),
  );
}

/** A schema with its references put in place, whole outside the document. @throws Error when it contains itself */
export function wholeSchema(document: ApiDocument, schema: unknown, level = 0): unknown {
  if (level > MAX_LEVELS) throw new Error('A schema of the document contains itself.');
  if (Array.isArray(schema)) return schema.map((one) => wholeSchema(document, one, level + 1));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...own } = schema as Schema;
  const named = typeof $ref === 'string' ? document.components?.schemas?.[$ref.split('/').at(-1) ?? ''] : {};
  const kept = Object.entries({ ...named, ...own }).filter(([keyword]) => !LEFT_OUT.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, wholeSchema(document, value, level + 1)]));
}
