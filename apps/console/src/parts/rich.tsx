import { createElement, Fragment, type ReactNode } from 'react';
import { pieces, type Text, type ValuesOf } from '../texts/language.ts';

/** A text in the language of the page, with elements as its values. */
export function rich<T extends Text>(english: T, ...values: ValuesOf<T, ReactNode>): ReactNode {
  return createElement(Fragment, null, ...pieces<ReactNode>(english, values));
}
