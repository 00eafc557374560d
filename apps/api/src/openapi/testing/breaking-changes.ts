/** An OpenAPI document, or a part of one. */
export type Part = Readonly<Record<string, unknown>>;

type Direction = 'request' | 'answer';
type Found = (at: string, what: string) => void;
type Sides = { readonly before: Part; readonly after: Part };

const METHODS = ['get', 'put', 'post', 'patch', 'delete', 'head'] as const;

/**
 * The changes from one document to another that break a client: operations, parameters, media types and properties that went, what became
 * required of a request, and what an answer no longer promises. New properties, codes and enum values of an answer are no break.
 */
export function breakingChanges(before: Part, after: Part): readonly string[] {
  const found: string[] = [];
  const report: Found = (at, what) => found.push(`${at}: ${what}`);
  for (const [kind, direction] of [
    ['paths', 'request'],
    ['webhooks', 'answer'],
  ] as const)
    for (const [path, item] of entries(before[kind]))
      for (const method of METHODS) {
        const operation = item[method] as Part | undefined;
        if (operation)
          compareOperations(
            `${method.toUpperCase()} ${path}`,
            operation,
            dig(after, kind, path, method),
            { before, after },
            direction,
            report,
          );
      }
  return found;
}

function compareOperations(at: string, old: Part, now: Part | undefined, sides: Sides, direction: Direction, report: Found): void {
  if (!now) return report(at, 'is gone');
  if (old['operationId'] !== now['operationId']) report(at, `operationId ${String(old['operationId'])} is gone`);
  compareParameters(at, old, now, sides, report);
  const walk = new Comparison(sides, report);
  for (const [type, media] of entries(dig(old, 'requestBody', 'content')))
    walk.media(`${at} body ${type}`, media, dig(now, 'requestBody', 'content', type), direction);
  if (dig(now, 'requestBody')?.['required'] === true && dig(old, 'requestBody')?.['required'] !== true)
    report(at, 'a body became required');
  for (const [status, answer] of entries(old['responses'])) {
    const present = dig(now, 'responses', status) && resolve(sides.after, dig(now, 'responses', status));
    if (!present) report(`${at} ${status}`, 'is gone');
    else
      for (const [type, media] of entries(answer['content']))
        walk.media(`${at} ${status} ${type}`, media, dig(present, 'content', type), 'answer');
  }
}

function compareParameters(at: string, old: Part, now: Part, sides: Sides, report: Found): void {
  const parametersOf = (operation: Part, document: Part) => {
    const all = ((operation['parameters'] as Part[] | undefined) ?? []).map((one) => resolve(document, one));
    return new Map(all.map((one) => [`${String(one['in'])} ${String(one['name'])}`, one]));
  };
  const [before, after] = [parametersOf(old, sides.before), parametersOf(now, sides.after)];
  for (const [name, parameter] of before) {
    const present = after.get(name);
    if (!present) report(`${at} ${name}`, 'is gone');
    else new Comparison(sides, report).schema(`${at} ${name}`, parameter['schema'], present['schema'], 'request');
  }
  for (const [name, { required }] of after)
    if (required === true && before.get(name)?.['required'] !== true) report(`${at} ${name}`, 'became required');
}

/** Compares schemas by what they allow, each pair of named ones once. */
class Comparison {
  private readonly seen = new Set<string>();

  constructor(
    private readonly sides: Sides,
    private readonly report: Found,
  ) {}

  media(at: string, old: Part, now: Part | undefined, direction: Direction): void {
    if (!now) return this.report(at, 'is gone');
    this.schema(at, old['schema'], now['schema'], direction);
  }

  schema(at: string, oldSchema: unknown, newSchema: unknown, direction: Direction): void {
    const pair = `${refOf(oldSchema)} ${refOf(newSchema)} ${direction}`;
    if (refOf(oldSchema) && this.seen.has(pair)) return;
    this.seen.add(pair);
    const [old, now] = [resolve(this.sides.before, oldSchema), resolve(this.sides.after, newSchema)];
    this.types(at, old, now, direction);
    this.properties(at, old, now, direction);
    if (old['items']) this.schema(`${at}[]`, old['items'], now['items'], direction);
  }

  private types(at: string, old: Part, now: Part, direction: Direction): void {
    // Schemas of requests may only become wider, those of answers only narrower.
    const [must, may] = direction === 'request' ? [typesOf(old), typesOf(now)] : [typesOf(now), typesOf(old)];
    const lost = must.filter((type) => !may.includes(type) && !(type === 'integer' && may.includes('number')));
    if (may.length > 0 && lost.length > 0)
      this.report(at, direction === 'request' ? `${lost.join()} is no longer allowed` : `can be ${lost.join()} now`);
    if (direction === 'answer') return;
    const [values, present] = [old['enum'] as unknown[] | undefined, now['enum'] as unknown[] | undefined];
    const gone = present ? (values ?? []).filter((value) => !present.includes(value)) : [];
    if (gone.length > 0 || (present && !values)) this.report(at, `${gone.join() || 'other values'} are no longer allowed`);
  }

  private properties(at: string, old: Part, now: Part, direction: Direction): void {
    const [before, after] = [(old['properties'] ?? {}) as Part, (now['properties'] ?? {}) as Part];
    const required = (schema: Part) => (schema['required'] ?? []) as string[];
    for (const [name, property] of Object.entries(before)) {
      if (!(name in after)) this.report(`${at}.${name}`, 'is gone');
      else this.schema(`${at}.${name}`, property, after[name], direction);
    }
    const [from, to] = direction === 'request' ? [required(old), required(now)] : [required(now), required(old)];
    for (const name of to)
      if (!from.includes(name) && (direction === 'request' || name in after))
        this.report(`${at}.${name}`, direction === 'request' ? 'became required' : 'may be left out now');
  }
}

function typesOf(schema: Part): string[] {
  const { type } = schema;
  return type === undefined ? [] : [type].flat().map(String);
}

function refOf(schema: unknown): string {
  const ref = (schema as Part | undefined)?.['$ref'];
  return typeof ref === 'string' ? ref : '';
}

/** Follows `$ref`. Alternatives, null apart, become one schema with the properties of all, of which those of each are required. */
function resolve(document: Part, schema: unknown): Part {
  const ref = refOf(schema);
  if (ref) return resolve(document, dig(document, ...ref.slice(2).split('/')));
  const part = (schema ?? {}) as Part;
  const alternatives = ((part['oneOf'] ?? part['anyOf'] ?? part['allOf']) as Part[] | undefined)?.map((one) => resolve(document, one));
  if (!alternatives) return part;
  const [first = {}, ...others] = alternatives.filter((one) => one['type'] !== 'null');
  return { ...others.reduce(either, first), type: [...new Set(alternatives.flatMap(typesOf))] };
}

function either(one: Part, other: Part): Part {
  const [mine, theirs] = [one, other].map((schema) => (schema['properties'] ?? {}) as Part) as [Part, Part];
  const shared = Object.keys(mine).filter((name) => name in theirs);
  const properties = { ...mine, ...theirs, ...Object.fromEntries(shared.map((name) => [name, { anyOf: [mine[name], theirs[name]] }])) };
  const [required, too] = [one, other].map((schema) => (schema['required'] ?? []) as string[]) as [string[], string[]];
  return { ...one, properties, required: required.filter((name) => too.includes(name)) };
}

function entries(part: unknown): [string, Part][] {
  return Object.entries((part ?? {}) as Record<string, Part>);
}

function dig(part: Part | undefined, ...keys: readonly string[]): Part | undefined {
  return keys.reduce<Part | undefined>((at, key) => at?.[key] as Part | undefined, part);
}
