type Kinds = {
  readonly string: string;
  readonly integer: number;
  readonly number: number;
  readonly boolean: boolean;
  readonly object: object;
  readonly array: readonly object[];
  readonly null: null;
};
type Kind = keyof Kinds;

/** A property of `data` as JSON Schema. */
type Property = {
  readonly type: Kind | readonly Kind[];
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  /** Of an object, and of the objects in an array: for the document alone. */
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
  readonly items?: object;
};

type ValueOf<P extends Property> = P extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : P['type'] extends readonly (infer One extends Kind)[]
    ? Kinds[One]
    : P['type'] extends Kind
      ? Kinds[P['type']]
      : never;

/** The schema of an event's `data`, under its name in the OpenAPI document. Every property is required. */
export type DataSchema<Properties extends Readonly<Record<string, Property>> = Readonly<Record<string, Property>>> = {
  readonly name: string;
  readonly properties: Properties;
};

/** The type that a schema describes. */
export type DataOf<Schema extends DataSchema> = { readonly [Name in keyof Schema['properties']]: ValueOf<Schema['properties'][Name]> };

export function schemaOf<const Properties extends Readonly<Record<string, Property>>>(
  name: string,
  properties: Properties,
): DataSchema<Properties> {
  return { name, properties };
}
