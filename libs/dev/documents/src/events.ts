import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Derived } from './derived-file.ts';
import { ROOT, textOf } from './root.ts';

type Schema = { readonly $ref?: string; readonly properties?: Readonly<Record<string, Schema>> };
type Notification = { readonly summary: string; readonly description: string; readonly requestBody: { readonly content: Content } };
type Content = { readonly 'application/json': { readonly schema: Schema; readonly example: object } };
type Document = {
  readonly webhooks: Readonly<Record<string, { readonly post: Notification }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** The part of a page that is written from the notifications of the OpenAPI document. */
const PART = /(<!-- from docs\/openapi.json: npm run generate -->\n)[^]*?(<!-- end -->)/;

/** The pages that show events, with the events that the OpenAPI document has. */
export function eventsInDocuments(): Derived[] {
  const part = eventsPart();
  return readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ path: `docs/${name}`, text: textOf(`docs/${name}`) }))
    .filter(({ text }) => PART.test(text))
    .map(({ path, text }) => ({ path, text: text.replace(PART, (_, begin: string, end: string) => `${begin}\n${part}\n${end}`) }));
}

function eventsPart(): string {
  const { webhooks, components } = JSON.parse(textOf('docs/openapi.json')) as Document;
  const resolve = (schema?: Schema): Schema =>
    schema?.$ref ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : (schema ?? {});
  const events = Object.entries(webhooks).map(([type, { post }]) => ({ type, ...post, ...post.requestBody.content['application/json'] }));
  const rows = events.map(({ type, summary, description, schema }) => {
    const data = Object.keys(resolve(resolve(schema).properties?.['data']).properties ?? {});
    return `| \`${type}\` | ${summary}. ${description} | ${data.map((name) => `\`${name}\``).join(', ')} |`;
  });
  const example = `\`\`\`json\n${JSON.stringify(events.at(-1)?.example, null, 2)}\n\`\`\`\n`;
  return `| Type | When | \`data\` |\n|---|---|---|\n${rows.join('\n')}\n\n${example}`;
}
