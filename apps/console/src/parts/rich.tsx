import { createElement, Fragment, type ReactNode } from 'react';
import { pieces, type Text } from '../texts/language.ts';

/** A text in the language of the page, with elements as its values. */
export function rich(english: Text, ...values: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...pieces(english, values));
}
