import 'reflect-metadata';
import { Transform } from 'class-transformer';
import { getMetadataStorage, IsInt, Max, Min } from 'class-validator';

/** A class whose properties are environment variables: names, defaults and constraints. Each feature has one. */
export type EnvironmentClass<T extends object = object> = new () => T;

/** Values by variable name, and what is wrong with them; a class may complete them before they are judged. */
export type GivenVariables = { readonly values: Record<string, string>; readonly faults: string[] };

const SECRETS = Symbol('secret variables');

/** The variable is a secret: it may be given as a file, `NAME_FILE`, and is quoted nowhere. */
export const Secret = (): PropertyDecorator => (target, key) => {
  const known = (Reflect.getMetadata(SECRETS, target) ?? []) as readonly string[];
  Reflect.defineMetadata(SECRETS, [...known, String(key)], target);
};

/** A whole number from `least` to `most`. */
export const Integer =
  (least: number, most: number): PropertyDecorator =>
  (target, key) => {
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (/^-?\d+$/.test(value) ? Number(value) : Number.NaN) : value,
    )(target, key);
    const message = `$property must be a whole number from ${least} to ${most}`;
    IsInt({ message })(target, key);
    Min(least, { message })(target, key);
    Max(most, { message })(target, key);
  };

/** Plain decimals, separated by commas, become an array of numbers; NaN for anything else. */
export const Numbers = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.split(',').map((part) => (/^\s*\d+(\.\d+)?\s*$/.test(part) ? Number(part) : Number.NaN)) : value,
  );

/** Names of the variables of a class, those without a default included. */
export function variablesOf(Variables: EnvironmentClass): string[] {
  const judged = getMetadataStorage().getTargetValidationMetadatas(Variables, '', true, false);
  return [...new Set([...Object.keys(new Variables()), ...judged.map(({ propertyName }) => propertyName)])];
}

/** Names of those that are secrets. */
export function secretsOf(Variables: EnvironmentClass): readonly string[] {
  return (Reflect.getMetadata(SECRETS, Variables.prototype as object) ?? []) as readonly string[];
}
