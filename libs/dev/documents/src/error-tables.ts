import { fixtureErrors } from '@app/fixtures';
import { type ErrorDefinition, httpErrors, STATUS } from '@app/http/errors';
import { FEATURES } from '@app/product';
import type { Derived } from './derived-file.ts';
import { textOf } from './root.ts';

const PAGE = 'docs/errors.md';
const TABLES = /(<!-- from the error tables: npm run generate -->\n)[^]*?(<!-- end -->)/;

type Table = Readonly<Record<string, { readonly definition: ErrorDefinition }>>;

/** docs/errors.md with every code that a feature declares. */
export function errorsPage(): Derived {
  const sections: readonly (readonly [string, Table])[] = [
    ['Any request', httpErrors],
    ...FEATURES.filter(({ errors }) => errors).map(({ name, errors = {} }) => [title(name), errors as Table] as const),
    ['Fixtures files', fixtureErrors],
  ];
  const text = sections.map(([name, table]) => `### ${name}\n\n|Code, status|Message|\n|---|---|\n${rowsOf(table)}`).join('\n');
  return {
    path: PAGE,
    text: textOf(PAGE).replace(TABLES, (_, begin: string, end: string) => `${begin}\n${text}\n${end}`),
  };
}

const title = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

function rowsOf(table: Table): string {
  return Object.entries(table)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([code, { definition }]) => `|\`${code}\` ${STATUS[definition.kind]}|${meaningOf(code, definition)}|\n`)
    .join('');
}

/** The meaning of a code: its message, with the names of the facts in braces. */
function meaningOf(code: string, { message, meaning }: ErrorDefinition): string {
  if (meaning !== undefined) return meaning;
  if (message === code) return 'See [defects](transcripts.md#defects).'; // libs/subtitles has the message
  if (typeof message === 'string') return message;
  return message(new Proxy({}, { get: (_, fact: string) => ({ toString: () => `{${fact}}`, join: () => `{${fact}}` }) }));
}
