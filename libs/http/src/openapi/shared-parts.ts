import type { OpenAPIObject } from '@nestjs/swagger';

type Answer = { readonly content?: { readonly 'application/json'?: { readonly example?: Example } } };
type Example = { readonly errors?: readonly { readonly code: string; readonly required?: string }[] };
type Parameter = { readonly name: string };
type Operation = {
  readonly operationId: string;
  readonly parameters?: (Parameter | Reference)[];
  readonly responses: Record<string, Answer | Reference>;
};
type Reference = { readonly $ref: string };

/**
 * Moves the failures of operations to `components.responses`, and parameters of several operations to
 * `components.parameters`, each once, and leaves references (contract 14.6).
 */
export function shareParts(document: OpenAPIObject): void {
  const [answers, parameters] = [new Components('responses'), new Components('parameters')];
  const operations = operationsOf(document);
  const uses = new Map<string, string[]>();
  for (const { operationId, parameters: own = [] } of operations)
    for (const text of own.map((one) => JSON.stringify(one))) uses.set(text, [...(uses.get(text) ?? []), operationId]);
  // The most used one of several with a name gets it.
  const shared = [...uses].filter(([, { length }]) => length > 1).sort(([, one], [, other]) => other.length - one.length);
  const references = new Map(
    shared.map(([text, [operationId = '']]) => [
      text,
      parameters.referenceTo(JSON.parse(text) as object, parameterName(text), operationId),
    ]),
  );
  for (const { operationId, parameters: own = [], responses } of operations) {
    own.splice(0, own.length, ...own.map((one) => references.get(JSON.stringify(one)) ?? one));
    for (const [status, answer] of Object.entries(responses))
      if (Number(status) >= 400 && !('$ref' in answer)) responses[status] = answers.referenceTo(answer, nameOf(answer), operationId);
  }
  document.components = { ...document.components, parameters: parameters.all(), responses: answers.all() };
}

/** The components of one kind. Of several with one name, the later ones are named after their operation, too. */
class Components {
  private readonly names = new Map<string, string>(); // by what is named
  private readonly taken = new Set<string>();

  constructor(private readonly kind: string) {}

  referenceTo(part: object, base: string, operationId: string): Reference {
    const text = JSON.stringify(part);
    const name = this.names.get(text) ?? (this.taken.has(base) ? `${capitalized(operationId)}${base}` : base);
    this.taken.add(name);
    this.names.set(text, name);
    return { $ref: `#/components/${this.kind}/${name}` };
  }

  all(): Record<string, never> {
    const found = [...this.names].map(([text, name]) => [name, JSON.parse(text) as never] as const);
    return Object.fromEntries(found.sort(([one], [other]) => one.localeCompare(other)));
  }
}

function operationsOf({ paths }: OpenAPIObject): Operation[] {
  return Object.values(paths)
    .flatMap((item) => Object.values(item as Record<string, Operation>))
    .filter(({ responses }) => responses);
}

/** `If-None-Match` is IfNoneMatch. */
function parameterName(text: string): string {
  return (JSON.parse(text) as Parameter).name.split(/[-_]/).map(capitalized).join('');
}

/** `permission_missing` of `read` is PermissionMissingRead. */
function nameOf({ content }: Answer): string {
  const [{ code = 'internal_error', required = '' } = {}] = content?.['application/json']?.example?.errors ?? [];
  return [...code.split('_'), required].map(capitalized).join('');
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
