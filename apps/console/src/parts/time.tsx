import { asLocalDate, inLocalTime, inUtc } from './format.ts';

/** A time in the viewer's zone; its UTC shows on hover. */
export function Time({ at, dateOnly = false }: { readonly at: string; readonly dateOnly?: boolean }) {
  return (
    <time dateTime={at} title={inUtc(at)}>
      {dateOnly ? asLocalDate(at) : inLocalTime(at)}
    </time>
  );
}
