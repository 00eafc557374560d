import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn } from 'class-validator';

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

/** A query parameter that is true or false: `true`, `false`, `1` or `0`, in any case (contract 2.3). */
export const QueryFlag = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (FLAGS[value.toLowerCase()] ?? value) : value)),
    IsBoolean({ message: '$property must be true, false, 1 or 0' }),
  );

/**
 * A query parameter with several values, separated by commas, or repeated, or both (contract 2.3). Each comes once and
 * sorted: a cursor is of a list, however it was asked for.
 * @param values those that are allowed; any when left out
 */
export const QueryList = (values?: readonly string[]): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      value === undefined
        ? value
        : [...new Set([value].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : [one])))].sort(),
    ),
    ...(values ? [IsIn(values, { each: true, message: `$property must be a list of ${values.join(', ')}` })] : []),
  );
