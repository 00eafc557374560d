import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  readonly kind?: 'primary' | 'danger' | 'quiet' | undefined;
  /** The one that it is about, for those who hear the page: many rows have the same button. */
  readonly of?: string | undefined;
};

export function Button({ kind, of, type = 'button', children, ...props }: Props) {
  return (
    <button type={type} className={kind ? `button button-${kind}` : 'button'} {...props}>
      {children}
      {of !== undefined && <span className="visually-hidden"> {of}</span>}
    </button>
  );
}
