import type { Json } from './client.js';

/** Puts shared answers and parameters in place of their references, as the tests of single operations read them. */
export function withAnswers(document: Json): Json {
  const named = ({ $ref }: Json): Json =>
    String($ref)
      .split('/')
      .slice(1)
      .reduce<Json>((part, key) => part[key], document);
  for (const methods of Object.values(document.paths as Record<string, Record<string, Json>>))
    for (const operation of Object.values(methods)) {
      const { parameters, responses } = operation;
      operation.parameters = (parameters as Json[] | undefined)?.map((one) => ('$ref' in one ? named(one) : one));
      for (const [status, answer] of Object.entries(responses as Record<string, Json>))
        if (answer.$ref !== undefined) responses[status] = named(answer);
    }
  return document;
}
