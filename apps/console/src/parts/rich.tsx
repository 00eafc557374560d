import { createElement, Fragment } from 'react';
import type { RichText } from '../texts/language.ts';

/** Shows a text with elements in it. */
export function Rich({ of }: { readonly of: RichText }) {
  return createElement(Fragment, null, ...of);
}
