import { AppError, type ErrorDetail, type STATUS } from './app-error.js';

export type ErrorKind = keyof typeof STATUS;

/** Facts that an error's message needs, and that its detail carries to the client. */
type Facts = Readonly<Record<string, unknown>>;

// The facts of each message differ: the function's own parameter says which.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Message = string | ((facts: any) => string);

export type ErrorDefinition = {
  readonly kind: ErrorKind;
  /** What is wrong and what to do, for people. A function where it names facts. */
  readonly message: Message;
  /** What the code means, for `docs/errors.md`; the message itself where that is enough. */
  readonly meaning?: string;
};

export type Place = {
  /** Path of the field, such as `chapters[3].startTime`. None by default. */
  readonly field?: string | null;
  /** Further headers of the answer, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
};

type FactsOf<M extends Message> = M extends (facts: infer F) => string ? F & Facts : Facts;
type Arguments<M extends Message> = M extends (facts: infer F) => string
  ? [facts: F & Facts, place?: Place]
  : [facts?: Facts, place?: Place];

/** Makes the error; `detail` makes only its entry, for an error that reports several. */
export type ErrorFactory<D extends ErrorDefinition> = ((...args: Arguments<D['message']>) => AppError) & {
  readonly code: string;
  readonly definition: D;
  readonly detail: (facts: FactsOf<D['message']>, field?: string | null) => ErrorDetail;
};

export type ErrorTable<T extends Readonly<Record<string, ErrorDefinition>>> = { readonly [Code in keyof T]: ErrorFactory<T[Code]> };

/** Any table of errors, for the lists that documents and the OpenAPI enum are made from. */
export type AnyErrorTable = Readonly<Record<string, { readonly code: string; readonly definition: ErrorDefinition }>>;

/**
 * The error codes of a feature, each declared once. `docs/errors.md`, the enum of the OpenAPI document and the client's types come
 * from these tables.
 *
 * @example
 * export const uploadErrors = defineErrors({
 *   upload_in_use: { kind: 'conflict', message: 'A video stock uses this upload.' },
 *   too_many_uploads: { kind: 'conflict', message: (of: { limit: number }) => `At most ${of.limit} unfinished uploads are allowed.` },
 * });
 * throw uploadErrors.too_many_uploads({ limit: 100 });
 */
export function defineErrors<const T extends Readonly<Record<string, ErrorDefinition>>>(table: T): ErrorTable<T> {
  return Object.fromEntries(
    Object.entries(table).map(([code, definition]) => [code, factory(code, definition)]),
  ) as unknown as ErrorTable<T>;
}

function factory(code: string, definition: ErrorDefinition) {
  const detail = (facts: Facts = {}, field: string | null = null): ErrorDetail => {
    const message = typeof definition.message === 'string' ? definition.message : definition.message(facts);
    return { field, code, message, ...facts };
  };
  const make = (facts: Facts = {}, { field = null, headers = {} }: Place = {}): AppError => {
    const entry = detail(facts, field);
    return new AppError(definition.kind, entry.message, { errors: [entry], headers });
  };
  return Object.assign(make, { code, definition, detail });
}
