import { AppError, type ErrorCode, type ErrorDetail, type STATUS } from './app-error.js';

export type ErrorKind = keyof typeof STATUS;

/** Facts that an error's message needs, and that its detail carries to the client. */
type Facts = Readonly<Record<string, unknown>>;

// The facts of each message differ: the function's own parameter says which.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Message = string | ((facts: any) => string);

export type ErrorDefinition = {
  readonly kind: ErrorKind;
  /** Tells people what is wrong and what to do. A function where it names facts. */
  readonly message: Message;
  /** The meaning of the code, for `docs/errors.md`; the message itself where that is enough. */
  readonly meaning?: string;
};

type FactoryOptions = {
  /** Path of the field, such as `chapters[3].startTime`. None by default. */
  readonly field?: string | null;
  /** Further headers of the answer, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** The facts that the message names, or a message for this one case, which replaces that of the table. */
type Arguments<M extends Message, Where> = M extends (facts: infer F) => string
  ? [factsOrMessage: (F & Facts) | string, where?: Where]
  : [factsOrMessage?: Facts | string, where?: Where];

/** Makes the error; `detail` makes only its entry, for an error that reports several. */
export type ErrorFactory<D extends ErrorDefinition> = ((...args: Arguments<D['message'], FactoryOptions>) => AppError) & {
  readonly code: ErrorCode;
  readonly definition: D;
  readonly detail: (...args: Arguments<D['message'], string | null>) => ErrorDetail;
};

export type ErrorTable<T extends Readonly<Record<string, ErrorDefinition>>> = { readonly [Code in keyof T]: ErrorFactory<T[Code]> };

/**
 * The error codes of a feature, each declared once. `docs/errors.md`, the enum of the OpenAPI document and the client's
 * types come from these tables.
 *
 * @example
 * export const uploadErrors = defineErrors({
 *   upload_in_use: { kind: 'conflict', message: 'A video stock uses this upload.' },
 *   too_many_uploads: { kind: 'conflict', message: (of: { limit: number }) => `At most ${of.limit} uploads.` },
 * });
 * throw uploadErrors.too_many_uploads({ limit: 100 });
 * throw uploadErrors.upload_in_use('The video stock "Pilot" uses this upload.');
 */
export function defineErrors<const T extends Readonly<Record<string, ErrorDefinition>>>(table: T): ErrorTable<T> {
  return Object.fromEntries(
    Object.entries(table).map(([code, definition]) => [code, factory(code, definition)]),
  ) as unknown as ErrorTable<T>;
}

function factory(name: string, definition: ErrorDefinition) {
  // eslint-disable-next-line no-restricted-syntax -- the one place where a code is made
  const code = name as ErrorCode;
  const detail = (factsOrMessage: Facts | string = {}, field: string | null = null): ErrorDetail => {
    if (typeof factsOrMessage === 'string') return { field, code, message: factsOrMessage };
    const message = typeof definition.message === 'string' ? definition.message : definition.message(factsOrMessage);
    return { field, code, message, ...factsOrMessage };
  };
  const make = (factsOrMessage: Facts | string = {}, { field = null, headers = {} }: FactoryOptions = {}): AppError => {
    const entry = detail(factsOrMessage, field);
    return new AppError(definition.kind, entry.message, { errors: [entry], headers });
  };
  return Object.assign(make, { code, definition, detail });
}
