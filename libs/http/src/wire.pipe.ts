import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { AppError, invalid, type ErrorDetail } from './app-error.js';

/** Constraints whose code says more than `invalid`; others name theirs with `context: { code }`. */
const CODES: Readonly<Record<string, string>> = { isDefined: 'required', isNotEmpty: 'required' };

const UNKNOWN = { unknown_field: 'There is no such field.', unknown_parameter: 'There is no such parameter.' } as const;

/**
 * Turns what came over the wire into the request class that the route declares, and reports everything that is wrong with it
 * at once: 422 with `required`, `invalid`, `unknown_field` (body), `unknown_parameter` (query), or the code of the constraint.
 */
@Injectable()
export class WirePipe implements PipeTransform {
  /** Classes that a query without parameters has satisfied: such queries all give the same, and most lists are asked for so. */
  private readonly emptyQueries = new WeakSet<new () => object>();

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype || metatype === Object) return value;
    const Wire = metatype as new () => object;
    if (type === 'query' && Object.keys(value as object).length === 0 && this.emptyQueries.has(Wire)) return new Wire();
    return this.check(Wire, value, type);
  }

  private async check(Wire: new () => object, value: unknown, type: 'body' | 'query'): Promise<object> {
    const instance = await checkWire(Wire, value, type);
    if (type === 'query' && Object.keys(value as object).length === 0) this.emptyQueries.add(Wire);
    return instance;
  }
}

/**
 * The request class over what came, judged.
 * @throws AppError 422 with everything that is wrong
 */
export async function checkWire<T extends object>(Wire: new () => T, value: unknown, source: 'body' | 'query'): Promise<T> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(null, 'invalid', 'The body must be a JSON object.');
  }
  const instance = plainToInstance(Wire, value, { exposeDefaultValues: true });
  const faults = await validate(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  // class-transformer drops these two keys in silence; to us they are unknown like any other.
  const dropped = ['__proto__', 'constructor'].filter((key) => Object.hasOwn(value, key));
  if (faults.length === 0 && dropped.length === 0) return instance;
  const unknown = source === 'query' ? 'unknown_parameter' : 'unknown_field';
  throw new AppError('invalid', source === 'query' ? 'The query is not valid.' : 'The body is not valid.', {
    errors: [
      ...faults.flatMap((fault) => details(fault, unknown)),
      ...dropped.map((field) => ({ field, code: unknown, message: UNKNOWN[unknown] })),
    ],
  });
}

function details(fault: ValidationError, unknownCode: keyof typeof UNKNOWN, parent = ''): ErrorDetail[] {
  const index = /^\d+$/.test(fault.property);
  const field = index ? `${parent}[${fault.property}]` : parent ? `${parent}.${fault.property}` : fault.property;
  const own = Object.entries(fault.constraints ?? {});
  const contexts = (fault.contexts ?? {}) as Record<string, { code?: string } | undefined>;
  // One detail a field: that something is missing or unknown says all; otherwise the first constraint that failed.
  const first = own.find(([name]) => name === 'whitelistValidation' || CODES[name] === 'required') ?? own[0];
  const mine: ErrorDetail[] = [];
  if (first) {
    const [name, message] = first;
    const code = name === 'whitelistValidation' ? unknownCode : (contexts[name]?.code ?? CODES[name] ?? 'invalid');
    mine.push({ field, code, message: name === 'whitelistValidation' ? UNKNOWN[unknownCode] : message });
  }
  return [...mine, ...(fault.children ?? []).flatMap((child) => details(child, unknownCode, field))];
}
