import type { OpenAPIObject } from '@nestjs/swagger';

type Answer = { readonly content?: { readonly 'application/json'?: { readonly example?: Example } } };
type Example = { readonly errors?: readonly { readonly code: string; readonly required?: string }[] };
type Operation = { readonly operationId: string; readonly responses: Record<string, Answer | Reference> };
type Reference = { readonly $ref: string };

/**
 * Moves the failures of operations to `components.responses`, each once, and leaves references (contract 14.6). A failure is named after
 * the code of its example; of several with one code, the later ones are named after their operation, too.
 */
export function nameAnswers(document: OpenAPIObject): void {
  const named = new Map<string, string>(); // names by what is named
  const taken = new Set<string>();
  for (const { operationId, responses } of operationsOf(document))
    for (const [status, answer] of Object.entries(responses)) {
      if (!isFailure(status, answer)) continue;
      const text = JSON.stringify(answer);
      if (!named.has(text)) {
        const base = nameOf(answer);
        const name = taken.has(base) ? `${capitalized(operationId)}${base}` : base;
        taken.add(name);
        named.set(text, name);
      }
      responses[status] = { $ref: `#/components/responses/${named.get(text)}` };
    }
  const found = [...named].map(([text, name]) => [name, JSON.parse(text)] as const).sort(([one], [other]) => one.localeCompare(other));
  document.components = {
    ...document.components,
    responses: Object.fromEntries(found),
  };
}

function operationsOf({ paths }: OpenAPIObject): Operation[] {
  return Object.values(paths)
    .flatMap((item) => Object.values(item as Record<string, Operation>))
    .filter(({ responses }) => responses);
}

function isFailure(status: string, answer: Answer | Reference): answer is Answer {
  return Number(status) >= 400 && !('$ref' in answer);
}

/** `permission_missing` of `read` is PermissionMissingRead. */
function nameOf({ content }: Answer): string {
  const [{ code = 'internal_error', required = '' } = {}] = content?.['application/json']?.example?.errors ?? [];
  return [...code.split('_'), required].map(capitalized).join('');
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
