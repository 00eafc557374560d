import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validate, type ValidationError } from 'class-validator';
import { AppError, type ErrorCode, type ErrorDetail } from './errors/app-error.js';
import { httpErrors } from './errors/http.errors.js';

/** Constraints whose code says more than `invalid`; others name theirs by {@link withCode}. */
const CODES: Readonly<Record<string, ErrorCode>> = { isDefined: httpErrors.required.code, isNotEmpty: httpErrors.required.code };

type CodeContext = { readonly code: ErrorCode };

/**
 * The option of a constraint by which its failure has a code of its own.
 * @example
 * @IsString({ message: 'url must be a string.', ...withCode(webhookErrors.invalid_url) })
 */
export const withCode = ({ code }: CodeContext): { readonly context: CodeContext } => ({ context: { code } });

/**
 * Turns a body or a query into the request class that the route declares, and reports everything that is wrong with it
 * at once: 422 with `required`, `invalid`, `unknown_field` (body), `unknown_parameter` (query), or the code of the
 * constraint.
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype || metatype === Object) return value;
    return validateRequest(metatype as new () => object, value, type);
  }
}

/**
 * The request class over what came, judged.
 * @throws AppError 422 with everything that is wrong
 */
export async function validateRequest<T extends object>(RequestClass: new () => T, value: unknown, source: 'body' | 'query'): Promise<T> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw httpErrors.invalid('The body must be a JSON object.');
  }
  const strangers = takeStrangers(value);
  const instance = plainToInstance(RequestClass, value, { exposeDefaultValues: true });
  const faults = await validate(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  if (faults.length === 0 && strangers.length === 0) return instance;
  const unknown = source === 'query' ? httpErrors.unknown_parameter : httpErrors.unknown_field;
  throw new AppError('invalid', source === 'query' ? 'The query is not valid.' : 'The body is not valid.', {
    errors: [
      ...faults.flatMap((fault) => details(fault, unknown)),
      ...strangers.map((path) => {
        const target = path.slice(0, -1).reduce((at: Parent | undefined, key) => at?.[key] as Parent | undefined, instance as Parent);
        return unknown.detail({ allowed: namesOf({ target }) }, path.reduce(fieldOf, ''));
      }),
    ],
  });
}

type Parent = Record<string, unknown>;

/**
 * Takes out the fields that are named like a member of every object, such as `toString`: class-validator takes them for
 * declared, and class-transformer for its own.
 * @returns their paths
 */
function takeStrangers(value: object, path: readonly string[] = []): string[][] {
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) => {
    const here = [...path, key];
    if (!(key in Object.prototype)) return typeof child === 'object' && child !== null ? takeStrangers(child, here) : [];
    delete (value as Parent)[key];
    return [here];
  });
}

function fieldOf(parent: string, property: string): string {
  if (/^\d+$/.test(property)) return `${parent}[${property}]`;
  return parent ? `${parent}.${property}` : property;
}

type UnknownError = typeof httpErrors.unknown_parameter | typeof httpErrors.unknown_field;

function details(fault: ValidationError, unknown: UnknownError, parent = ''): ErrorDetail[] {
  const field = fieldOf(parent, fault.property);
  const own = Object.entries(fault.constraints ?? {});
  const contexts = (fault.contexts ?? {}) as Record<string, Partial<CodeContext> | undefined>;
  // One detail a field: that something is missing or unknown says all; otherwise a wrong type, which fails most others
  // too.
  const first =
    own.find(([name]) => name === 'whitelistValidation' || CODES[name] === httpErrors.required.code) ??
    own.find(([name]) => /^is(?!In$|Length$)/.test(name)) ??
    own[0];
  const mine: ErrorDetail[] = [];
  if (first) {
    const [name, message] = first;
    const code = contexts[name]?.code ?? CODES[name] ?? httpErrors.invalid.code;
    mine.push(
      name === 'whitelistValidation'
        ? unknown.detail({ allowed: namesOf(fault) }, field)
        : { field, code, message: inOurWords(fault, name, field) ?? message },
    );
  }
  return [...mine, ...(fault.children ?? []).flatMap((child) => details(child, unknown, field))];
}

type Declared = Pick<ValidationError, 'target'>;

const declaredBy = ({ target }: Declared) =>
  getMetadataStorage().getTargetValidationMetadatas(target?.constructor ?? Object, '', false, false);

/** The fields that a request class declares (contract 2.7). */
function namesOf(of: Declared): string[] {
  return [...new Set(declaredBy(of).map(({ propertyName }) => propertyName))].sort();
}

/** Messages of constraints that declare none of their own: no message is class-validator's (contract 2.7). */
const WORDS: Readonly<Record<string, (limits: readonly unknown[]) => string>> = {
  isDefined: () => 'is missing',
  isNotEmpty: () => 'is empty',
  isString: () => 'must be a string',
  isBoolean: () => 'must be true or false',
  isInt: () => 'must be a whole number',
  isNumber: () => 'must be a number',
  isArray: () => 'must be an array',
  isObject: () => 'must be an object',
  isIn: ([values]) => `must be one of ${(values as readonly unknown[]).join(', ')}`,
  min: ([least]) => `must be ${String(least)} at least`,
  max: ([most]) => `must be ${String(most)} at most`,
  minLength: ([least]) => `must have ${String(least)} characters at least`,
  maxLength: ([most]) => `must have ${String(most)} characters at most`,
  isLength: ([least, most]) => `must have ${String(least)} to ${String(most)} characters`,
};

/** @returns undefined where the constraint declares a message of its own */
function inOurWords(fault: ValidationError, name: string, field: string): string | undefined {
  const constraint = declaredBy(fault).find((one) => one.propertyName === fault.property && one.name === name);
  if (constraint?.message !== undefined) return undefined;
  return `${field} ${WORDS[name]?.((constraint?.constraints ?? []) as readonly unknown[]) ?? 'has a value that is not allowed'}.`;
}
