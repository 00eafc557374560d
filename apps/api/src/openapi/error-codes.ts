import { httpErrors } from '@app/http';
import type { Feature } from '@app/database';
import { FEATURES } from '@app/product';

/** The error tables of all features. */
const TABLES: readonly NonNullable<Feature['errors']>[] = [httpErrors, ...FEATURES.map(({ errors = {} }) => errors)];

/** The meaning of each code, as its table declares it. Where two features declare one code, the first is taken. */
const DEFINITIONS = new Map(
  TABLES.toReversed().flatMap((table) => Object.entries(table).map(([code, { definition }]) => [code, definition])),
);

/** Every code of an error that the API answers with, from the features' error tables: the enum of the document and of the client. */
export const ERROR_CODES: readonly string[] = [...new Set(TABLES.flatMap((table) => Object.keys(table)))];

/** The message of a code, with the facts that it names. */
export function messageOf(code: string, facts: Readonly<Record<string, unknown>> = {}): string {
  const message = DEFINITIONS.get(code)?.message;
  if (message === undefined) throw new Error(`No error table has the code ${code}.`);
  return typeof message === 'string' ? message : message(facts as never);
}
