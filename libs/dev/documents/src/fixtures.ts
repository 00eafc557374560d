import { join } from 'node:path';
import { FIXTURES_SCHEMA, type Schema } from '@app/fixtures';
import { format, resolveConfig } from 'prettier';
import type { Derived } from './derived-file.ts';
import { ROOT } from './root.ts';

const INTRODUCTION = `# Fixtures

A fixtures file is JSON. It describes users, tokens, podcasts, episodes and video stocks for tests and demonstrations.
[fixtures.schema.json](fixtures.schema.json) is its JSON Schema; this page and the schema are generated from
\`libs/fixtures/src/fixtures-schema.ts\`.

\`\`\`sh
npm run -s admin -- fixtures load FILE
\`\`\`

- The file is loaded in one transaction, all or nothing. Loading raises no events.
- A file with the same bytes is loaded once; a second load is an error that changes nothing.
- Every \`key\` is local to the file and unique among things of its kind. The output maps each key to its id:
  \`{"users":{"alice":"<id>"},"tokens":{"alice-all":"<token>"},"podcasts":{…},"episodes":{…},"video_stocks":{…}}\`.
- Every defect is reported with its path, as the API reports it. Transcripts and chapters are judged by the rules of
  uploads.
- Members that are not listed here are refused, except in chapters, where they are ignored.
`;

type Named = { readonly title: string; readonly schema: Schema };

/** The objects of a schema, each once, from the outside in. */
function objects(schema: Schema): Named[] {
  const own = schema.title && schema.properties ? [{ title: schema.title, schema }] : [];
  const within = Object.values(schema.properties ?? {}).flatMap((member) => objects(member.items ?? member));
  return [...own, ...within];
}

function table({ title, schema }: Named): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const required = schema.required?.includes(name) ? 'required' : fallbackOf(member);
    return `| \`${name}\` | ${typeOf(member)} | ${required} | ${member.description ?? ''} |`;
  });
  return `## ${title}\n\n| Member | Type | Default | |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

function fallbackOf({ default: fallback }: Schema): string {
  return fallback === undefined ? '' : `\`${JSON.stringify(fallback)}\``;
}

function typeOf(schema: Schema): string {
  const { type, items, enum: values, format: form, minimum, maximum, maxLength, maxItems } = schema;
  if (items)
    return `list of ${items.title ? `[${items.title}](#${anchor(items.title)})` : 'values'}${maxItems ? `, at most ${maxItems}` : ''}`;
  if (schema.properties) return `[${schema.title ?? 'object'}](#${anchor(schema.title ?? '')})`;
  if (values) return values.filter((value) => value !== null).map((value) => `\`${value}\``).join(', '); // prettier-ignore
  const base = [type ?? []].flat().filter((one) => one !== 'null').join(' or '); // prettier-ignore
  const range = minimum !== undefined ? `, ${minimum} to ${maximum?.toLocaleString('en') ?? 'any'}` : '';
  return `${form ?? base}${range}${maxLength ? `, at most ${maxLength} characters` : ''}`;
}

const anchor = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

async function formatted(json: string): Promise<string> {
  return format(json, { ...(await resolveConfig(join(ROOT, 'docs/fixtures.schema.json'))), parser: 'json' });
}

/** The reference page of fixtures files and their JSON Schema, as they should be. */
export async function fixturesReference(): Promise<Derived[]> {
  return [
    { path: 'docs/fixtures.md', text: `${INTRODUCTION}\n${objects(FIXTURES_SCHEMA).map(table).join('\n')}` },
    { path: 'docs/fixtures.schema.json', text: await formatted(JSON.stringify(FIXTURES_SCHEMA)) },
  ];
}
