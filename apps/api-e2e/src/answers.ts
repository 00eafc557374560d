import type { Json } from './client.js';

/** Puts the answers of `components.responses` in place of the references to them, as the tests of single operations read them. */
export function withAnswers(document: Json): Json {
  for (const methods of Object.values(document.paths as Record<string, Record<string, Json>>))
    for (const { responses } of Object.values(methods))
      for (const [status, answer] of Object.entries(responses as Record<string, Json>))
        if (answer.$ref !== undefined) responses[status] = document.components.responses[String(answer.$ref).split('/').at(-1) ?? ''];
  return document;
}
