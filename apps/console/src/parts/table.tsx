import type { ReactNode } from 'react';

/** A column of numbers, or one whose name is for screen readers alone, is an object. One without a name is a picture of the others. */
type Column = string | { readonly number: string } | { readonly hidden: string };

type Props = { readonly label: string; readonly columns: readonly Column[]; readonly children: ReactNode; readonly className?: string };

/** A table that scrolls sideways where it is too wide. */
export function Table({ label, columns, children, className }: Props) {
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
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Head({ column }: { readonly column: Column }) {
  if (column === '') return <td aria-hidden="true" />;
  if (typeof column === 'string') return <th scope="col">{column}</th>;
  const isNumber = 'number' in column;
  return (
    <th scope="col" className={isNumber ? 'number' : undefined}>
      {isNumber ? column.number : <span className="visually-hidden">{column.hidden}</span>}
    </th>
  );
}

/** Terms with what is known of each. */
export function Facts({ of }: { readonly of: readonly (readonly [term: string, fact: ReactNode])[] }) {
  return (
    <dl className="facts">
      {of.map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
