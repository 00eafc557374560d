import type { ReactNode } from 'react';

/** A column of numbers, or one whose name is for screen readers alone, is an object. */
type Column = string | { readonly number: string } | { readonly hidden: string };

type Row = { readonly key: string | number; readonly cells: readonly ReactNode[]; readonly isCurrent?: boolean };

type Props = {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Whether the first cell of a row names it. */
  readonly hasHeads?: boolean;
  readonly className?: string;
};

/** A table that scrolls sideways where it is too wide. */
export function Table({ label, columns, rows, hasHeads = false, className }: Props) {
  return (
    <div className="scroll-x" tabIndex={0} role="group" aria-label={label}>
      <table className={className}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <Head key={index} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, isCurrent }) => (
            <tr key={key} aria-current={isCurrent ? 'true' : undefined}>
              {cells.map((cell, at) => (
                <Cell key={at} column={columns[at] ?? ''} isHead={hasHeads && at === 0} content={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const classOf = (column: Column) => (typeof column === 'object' && 'number' in column ? 'number' : undefined);

function Head({ column }: { readonly column: Column }) {
  if (typeof column === 'string') return <th scope="col">{column}</th>;
  return (
    <th scope="col" className={classOf(column)}>
      {'number' in column ? column.number : <span className="visually-hidden">{column.hidden}</span>}
    </th>
  );
}

type CellProps = { readonly column: Column; readonly isHead: boolean; readonly content: ReactNode };

function Cell({ column, isHead, content }: CellProps) {
  if (isHead) return <th scope="row">{content}</th>;
  return <td className={classOf(column)}>{content}</td>;
}

/** Terms with what is known of each. */
export function Facts({ of }: { readonly of: readonly (readonly [term: string, fact: ReactNode])[] }) {
  return (
    <dl className="facts">
      {of.map(([term, fact]) => (
        <div key={term}>
          <dt className="hint">{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
