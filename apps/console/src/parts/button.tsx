import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'button'>, 'className'> & { readonly kind?: 'primary' | 'danger' | 'quiet' };

export function Button({ kind, type = 'button', ...props }: Props) {
  return <button type={type} className={kind ? `button button-${kind}` : 'button'} {...props} />;
}
