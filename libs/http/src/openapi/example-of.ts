import type { OpenAPIObject } from '@nestjs/swagger';

/** As much of a schema as examples are made from. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  example?: unknown;
  default?: unknown;
  minimum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
};

const BY_FORMAT: Readonly<Record<string, unknown>> = {
  uuid: '01a1fc5d-f819-7359-a50c-2c514f9a6d9d',
  uri: 'https://media.example.com/12.mp3',
  'date-time': '2026-11-21T04:29:39.135Z',
  date: '2026-11-21',
};

/** Makes an example that a schema allows: its own, or one made from its type. */
export class Examples {
  constructor(private readonly document: OpenAPIObject) {}

  of(schema: Schema): unknown {
    if (schema.example !== undefined) return schema.example;
    if (schema.const !== undefined) return schema.const;
    if (schema.$ref !== undefined) return this.of(this.document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''] ?? {});
    const [first] = schema.oneOf ?? schema.anyOf ?? schema.allOf ?? [];
    if (first) return this.of(first);
    if (schema.properties)
      return Object.fromEntries(Object.entries(schema.properties).map(([name, property]) => [name, this.of(property)]));
    if (schema.enum) return schema.enum[0];
    return this.byType(schema);
  }

  private byType({ type, format = '', items, minimum, default: usual }: Schema): unknown {
    if (usual !== undefined) return usual;
    const [kind] = [type].flat();
    if (kind === 'array') return [this.of(items ?? {})];
    if (kind === 'boolean') return true;
    if (kind === 'integer' || kind === 'number') return Math.max(minimum ?? 0, 1);
    return kind === 'object' ? {} : (BY_FORMAT[format] ?? 'text');
  }
}
