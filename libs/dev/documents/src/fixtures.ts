import { join } from 'node:path';
import { fixturesSchema, objectOf, type Schema } from '@app/fixtures';
import { format, resolveConfig } from 'prettier';
import type { Derived } from './derived-file.ts';
import { ROOT } from './root.ts';

const INTRODUCTION = `# Fixtures

A fixtures file is JSON. It describes users, tokens, podcasts, episodes and video stocks for tests and demonstrations.
[fixtures.schema.json](fixtures.schema.json), its JSON Schema, has type, default and meaning of every member. Both are
generated from \`libs/fixtures/src/fixture-file.ts\`. Members in bold are required.

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
  const within = Object.values(schema.properties ?? {}).flatMap((member) => objects(member.items ?? objectOf(member)));
  return [...own, ...within];
}

/** A row for each object: its members, those in bold that a file must have. */
function table(named: readonly Named[]): string {
  const rows = named.map(({ title, schema }) => {
    const members = Object.keys(schema.properties ?? {}).map((name) =>
      schema.required?.includes(name) ? `**\`${name}\`**` : `\`${name}\``,
    );
    return `| ${title} | ${members.join(', ')} |`;
  });
  return `| Object | Members |\n|---|---|\n${rows.join('\n')}\n`;
}

async function formatted(json: string): Promise<string> {
  return format(json, { ...(await resolveConfig(join(ROOT, 'docs/fixtures.schema.json'))), parser: 'json' });
}

/** The reference page of fixtures files and their JSON Schema, as they should be. */
export async function fixturesReference(): Promise<Derived[]> {
  return [
    { path: 'docs/fixtures.md', text: `${INTRODUCTION}\n${table(objects(fixturesSchema()))}` },
    { path: 'docs/fixtures.schema.json', text: await formatted(JSON.stringify(fixturesSchema())) },
  ];
}
