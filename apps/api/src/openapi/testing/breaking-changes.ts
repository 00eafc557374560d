/** An OpenAPI document, or a part of one. */
export type Part = Readonly<Record<string, unknown>>;

type Direction = 'request' | 'answer';

const METHODS = ['get', 'put', 'post', 'patch', 'delete', 'head'] as const;

/**
 * The changes from one document to another that break a client: operations, parameters, media types and properties that
 * went, what became required of a request, and what an answer no longer promises. New properties, codes and enum values
 * of an answer are no break.
 */
export function breakingChanges(before: Part, after: Part): readonly string[] {
  const found: string[] = [];
  for (const kind of ['paths', 'webhooks'])
    for (const [path, item] of entries(before[kind]))
      for (const method of METHODS.filter((one) => one in item)) {
        const comparison = new Comparison(before, after, found);
        const at = `${method.toUpperCase()} ${path}`;
        comparison.operation(at, dig(item, method) ?? {}, dig(after, kind, path, method), kind === 'paths' ? 'request' : 'answer');
      }
  return found;
}

/** Compares an operation with its later form. Schemas are compared by what they allow, each named pair once. */
class Comparison {
  private readonly seen = new Set<string>();

  constructor(
    private readonly before: Part,
    private readonly after: Part,
    private readonly found: string[],
  ) {}

  operation(at: string, old: Part, now: Part | undefined, direction: Direction): void {
    if (!now) return this.report(at, 'is gone');
    if (old['operationId'] !== now['operationId']) this.report(at, `operationId ${String(old['operationId'])} is gone`);
    this.parameters(at, old, now);
    this.contents(`${at} body`, dig(old, 'requestBody'), dig(now, 'requestBody'), direction);
    if (dig(now, 'requestBody')?.['required'] === true && dig(old, 'requestBody')?.['required'] !== true)
      this.report(at, 'a body became required');
    for (const [status, answer] of entries(old['responses'])) {
      const present = dig(now, 'responses', status);
      if (present) this.contents(`${at} ${status}`, answer, resolve(this.after, present), 'answer');
      else this.report(`${at} ${status}`, 'is gone');
    }
  }

  private report(at: string, what: string): void {
    this.found.push(`${at}: ${what}`);
  }

  private parameters(at: string, old: Part, now: Part): void {
    const [before, after] = [parametersOf(this.before, old), parametersOf(this.after, now)];
    for (const [name, parameter] of before) {
      const present = after.get(name);
      if (present) this.schema(`${at} ${name}`, parameter['schema'], present['schema'], 'request');
      else this.report(`${at} ${name}`, 'is gone');
    }
    for (const [name, { required }] of after)
      if (required === true && before.get(name)?.['required'] !== true) this.report(`${at} ${name}`, 'became required');
  }

  private contents(at: string, old: Part | undefined, now: Part | undefined, direction: Direction): void {
    for (const [type, { schema }] of entries(old?.['content'])) {
      const media = dig(now, 'content', type);
      if (media) this.schema(`${at} ${type}`, schema, media['schema'], direction);
      else this.report(`${at} ${type}`, 'is gone');
    }
  }

  private schema(at: string, oldSchema: unknown, newSchema: unknown, direction: Direction): void {
    const pair = `${refOf(oldSchema)} ${refOf(newSchema)} ${direction}`;
    if (refOf(oldSchema) && this.seen.has(pair)) return;
    this.seen.add(pair);
    const [old, now] = [resolve(this.before, oldSchema), resolve(this.after, newSchema)];
    this.types(at, old, now, direction);
    const properties = (now['properties'] ?? {}) as Part;
    for (const [name, property] of entries(old['properties'])) {
      if (name in properties) this.schema(`${at}.${name}`, property, properties[name], direction);
      else this.report(`${at}.${name}`, 'is gone');
    }
    const isRequest = direction === 'request';
    const [from, to] = isRequest ? [listIn(old, 'required'), listIn(now, 'required')] : [listIn(now, 'required'), listIn(old, 'required')];
    for (const name of to.filter((one) => !from.includes(one) && (isRequest || String(one) in properties)))
      this.report(`${at}.${String(name)}`, isRequest ? 'became required' : 'may be left out now');
    if (old['items']) this.schema(`${at}[]`, old['items'], now['items'], direction);
  }

  private types(at: string, old: Part, now: Part, direction: Direction): void {
    // Schemas of requests may only become wider, those of answers only narrower.
    const [must, may] = direction === 'request' ? [listIn(old, 'type'), listIn(now, 'type')] : [listIn(now, 'type'), listIn(old, 'type')];
    const lost = must.filter((type) => !may.includes(type) && !(type === 'integer' && may.includes('number')));
    if (may.length > 0 && lost.length > 0)
      this.report(at, direction === 'request' ? `${lost.join()} is no longer allowed` : `can be ${lost.join()} now`);
    if (direction === 'answer' || !now['enum']) return;
    const gone = listIn(old, 'enum').filter((value) => !listIn(now, 'enum').includes(value));
    if (gone.length > 0 || !old['enum']) this.report(at, `${gone.join() || 'other values'} are no longer allowed`);
  }
}

function parametersOf(document: Part, operation: Part): ReadonlyMap<string, Part> {
  const all = listIn(operation, 'parameters').map((one) => resolve(document, one));
  return new Map(all.map((one) => [`${String(one['in'])} ${String(one['name'])}`, one]));
}

function refOf(schema: unknown): string {
  return ((schema as Part | undefined)?.['$ref'] as string | undefined) ?? '';
}

/** Follows `$ref`. Alternatives, null apart, become one schema with all properties; those of each are required. */
function resolve(document: Part, schema: unknown): Part {
  const ref = refOf(schema);
  if (ref) return resolve(document, dig(document, ...ref.slice(2).split('/')));
  const part = (schema ?? {}) as Part;
  const alternatives = ((part['oneOf'] ?? part['anyOf'] ?? part['allOf']) as Part[] | undefined)?.map((one) => resolve(document, one));
  if (!alternatives) return part;
  const [first = {}, ...others] = alternatives.filter((one) => one['type'] !== 'null');
  return { ...others.reduce(either, first), type: [...new Set(alternatives.flatMap((one) => listIn(one, 'type')))] };
}

function either(one: Part, other: Part): Part {
  const [mine, theirs] = [one, other].map((schema) => (schema['properties'] ?? {}) as Part) as [Part, Part];
  const shared = Object.keys(mine).filter((name) => name in theirs);
  const properties = { ...mine, ...theirs, ...Object.fromEntries(shared.map((name) => [name, { anyOf: [mine[name], theirs[name]] }])) };
  return { ...one, properties, required: listIn(one, 'required').filter((name) => listIn(other, 'required').includes(name)) };
}

/** The values of a member that is a list, one value, or absent. */
function listIn(part: Part, name: string): unknown[] {
  return [part[name] ?? []].flat();
}

function entries(part: unknown): [string, Part][] {
  return Object.entries((part ?? {}) as Record<string, Part>);
}

function dig(part: Part | undefined, ...keys: readonly string[]): Part | undefined {
  return keys.reduce<Part | undefined>((at, key) => at?.[key] as Part | undefined, part);
}
